import { type Manifest, open } from './marks.ts';

const import_n = open('number of its import');

/** The tables of the game's files in snapshot.db. */
export const GAME_SNAPSHOT: Manifest = {
  imports: {
    n: open('number of the import'),
    build: open('the game build it was read from'),
    extracted_at: open('when the files were read from the client'),
    imported_at_ms: open('when it was imported'),
    protocol: open('version of the contract that its rows follow'),
    state: open('being written, complete or being deleted'),
    items: open('number of its items'),
    edges: open('number of its relations by group'),
    layer_tag: open('tag that identifies the content of the client layer'),
  },
  game_items: {
    import_n,
    place: open('place in the list'),
    item_id: open('game id'),
    class: open('slug of its class'),
    subclass: open('slug of its subclass'),
    slot: open('slug of its slot'),
    quality: open('slug of its quality'),
    body: open('its row, as in responses'),
  },
  game_facts: {
    import_n,
    family: open('kind of the entity'),
    subject: open('the entity'),
    body: open('its data in the game’s files'),
  },
  client_edges: {
    import_n,
    grp: open('relation, and the kinds of both ends'),
    place: open('place in the list of its group'),
    from_id: open('game id of the start'),
    to_id: open('game id of the end'),
    body: open('its row, as in responses'),
  },
  client_layer: {
    import_n,
    coding: open('compression of the body'),
    part: open('order of the parts'),
    bytes: open('a part of the compressed body'),
  },
};
