import { type Manifest, publicColumn } from './marks.ts';

const import_n = publicColumn('number of its import');

/** The tables in snapshot.db that hold data from the game files. */
export const GAME_SNAPSHOT: Manifest = {
  imports: {
    n: publicColumn('number of the import'),
    build: publicColumn('the game build it was read from'),
    extracted_at: publicColumn('when the files were read from the client'),
    imported_at_ms: publicColumn('when it was imported'),
    protocol: publicColumn('version of the contract that its rows follow'),
    state: publicColumn('being written, complete or being deleted'),
    items: publicColumn('number of its items'),
    edges: publicColumn('number of its relations by group'),
    layer_tag: publicColumn('tag that identifies the content of the client layer'),
  },
  game_items: {
    import_n,
    place: publicColumn('place in the list'),
    item_id: publicColumn('game id'),
    class: publicColumn('slug of its class'),
    subclass: publicColumn('slug of its subclass'),
    slot: publicColumn('slug of its slot'),
    quality: publicColumn('slug of its quality'),
    body: publicColumn('its row, as in responses'),
  },
  game_facts: {
    import_n,
    family: publicColumn('kind of the entity'),
    subject: publicColumn('the entity'),
    body: publicColumn('its data in the game’s files'),
  },
  client_edges: {
    import_n,
    grp: publicColumn('relation, and the kinds of both ends'),
    place: publicColumn('place in the list of its group'),
    from_id: publicColumn('game id of the start'),
    to_id: publicColumn('game id of the end'),
    body: publicColumn('its row, as in responses'),
  },
  client_layer: {
    import_n,
    coding: publicColumn('compression of the body'),
    part: publicColumn('order of the parts'),
    bytes: publicColumn('a part of the compressed body'),
  },
};
