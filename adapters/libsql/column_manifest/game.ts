import { type Manifest, open } from './marks.ts';

const import_n = open('the import it is of');

/** The tables of the game's files in snapshot.db. */
export const GAME_SNAPSHOT: Manifest = {
  imports: {
    n: open('number of the import'),
    build: open('the game build it was read from'),
    extracted_at: open('when the files were read from the client'),
    imported_at_ms: open('when it was imported'),
    protocol: open('version of the contract that its rows follow'),
    state: open('coming, whole or going'),
    items: open('items it holds'),
    edges: open('relations of each group it holds'),
    layer_tag: open('names the content of the client layer'),
  },
  game_items: {
    import_n,
    place: open('place in the list'),
    item_id: open('game id'),
    class: open('slug of its class'),
    subclass: open('slug of its subclass'),
    slot: open('slug of its slot'),
    quality: open('slug of its quality'),
    body: open('its row as it is answered'),
  },
  game_facts: {
    import_n,
    family: open('what kind of thing it is about'),
    subject: open('what it is about'),
    body: open('what the files say of it'),
  },
  client_edges: {
    import_n,
    grp: open('relation and the kinds it relates'),
    place: open('place in the list of its group'),
    from_id: open('game id of what it starts from'),
    to_id: open('game id of what it leads to'),
    body: open('its row as it is answered'),
  },
  client_layer: {
    import_n,
    coding: open('how the body is packed'),
    part: open('order of the parts'),
    bytes: open('a part of the packed body'),
  },
};
