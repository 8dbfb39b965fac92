import { GAME_SNAPSHOT } from './game.ts';
import { KNOWLEDGE_SNAPSHOT } from './knowledge.ts';
import { MARKET_SNAPSHOT } from './market.ts';
import { type Manifest, open } from './marks.ts';

const publicSource = {
  source_type: open('NPC or object'),
  source_id: open('its game id'),
};

/** What names an entity. */
const naming = {
  type: open('kind of the entity that is named'),
  id: open('its game id'),
  family: open('roll-up of the fact that names it'),
  member: open('part of the fact that names it'),
};

const rows = open('how many rows the list has');

/** snapshot.db: public throughout. */
export const SNAPSHOT: Manifest = {
  instance: {
    id: open('always 1'),
    epoch: open('generation of the derived databases'),
    feed_time: open('whether capturedAt is exact or cut to the day'),
    rollups: open('versions of the rules it was built with'),
  },
  withdrawn_before: { list: open('list of public rows'), rows: open('rows withdrawn from it in earlier epochs') },
  snapshots: {
    n: open('snapshot number'),
    written_at_ms: open('when it was written'),
    data_as_of_ms: open('when the newest upload behind it was received'),
    step: open('chunks taken in'),
    seq: open('last record taken in, as a bare count'),
    uploads: open('uploads behind the feed'),
    legacy_records: open('withheld loot guesses'),
    loot_uploads: open('uploads that brought loot'),
    loot_records: open('loot records'),
    loot_windows: open('admitted loot windows'),
    queued: open('rates and zeros waiting for a third install'),
    corpus_places: open('corpus rows so far'),
    rate_places: open('places of rates given out'),
    zero_places: open('places of measured zeros given out'),
    edge_places: open('places of edges given out'),
    import_n: open('the import of the game’s files that it serves'),
  },
  publish_log: {
    seq: open('number of the change'),
    tbl: open('public table of a row that changed'),
    key: open('primary key of that row'),
    before: open('SHA-3 of the public row as it stood'),
  },
  corpus_steps: { n: open('snapshot number'), counts: open('corpus rows of each kind so far') },
  corpus_blocks: {
    kind: open('public record kind'),
    block: open('number of the block'),
    bytes: open('its rows of the feed'),
  },
  drop_sources: {
    ...publicSource,
    kills: open('windows opened on it'),
    reporters: open('distinct installs, three at least'),
    top_windows: open('windows of the install that opened most of them'),
  },
  rates: {
    place: open('place in the list'),
    ...publicSource,
    item_id: open('item'),
    drops: open('windows holding it'),
    seen_by: open('distinct installs that saw it there'),
  },
  measured_zeros: { place: open('place in the list'), ...publicSource },
  gaps: { list: open('list of rows'), place: open('place withdrawn'), snapshot_n: open('snapshot that withdrew it') },
  edges: {
    grp: open('relation and the kinds it relates'),
    place: open('place in the list of its group'),
    from_id: open('game id of what it starts from'),
    to_id: open('game id of what it leads to'),
    withdrawn_n: open('snapshot that withdrew it'),
    body: open('its row as it is answered, with the installs behind it, three at least'),
  },
  edge_steps: { n: open('snapshot number'), counts: open('edges of each group so far') },
  facts: {
    family: open('the roll-up'),
    subject: open('what it is about'),
    body: open('what three installs agree on, or a grant shares; of family coverage that one or two told of it'),
  },
  mentions: {
    ...naming,
    chars: open('length of the subject'),
    subject: open('what the fact is about'),
  },
  mention_counts: { ...naming, rows },
  fact_counts: { family: open('the roll-up'), owner: open('what the subjects begin with'), rows },
  edge_counts: { grp: open('relation and kinds of its ends'), end: open('from or to'), id: open('its game id'), rows },
  map_pins: {
    map_id: open('the map'),
    npc_id: open('who stands there'),
    at: open('which of its places'),
    x: open('percent of the map'),
    y: open('percent of the map'),
  },
  coverage: {
    zone: open('a map it was seen on; 0 for anywhere'),
    kind: open('what of an entity waits'),
    missing: open('installs missing to three: one or two'),
    id: open('its game id'),
  },
  coverage_counts: {
    zone: open('a map; 0 for anywhere'),
    kind: open('what of entities waits; empty for anything'),
    missing: open('installs missing; 0 for any number'),
    rows,
  },
  changes: {
    n: open('order of the lines'),
    at_ms: open('when the snapshot was written'),
    change: open('became public, withdrawn, changed or imported'),
    family: open('the roll-up'),
    subject: open('what it is about'),
    field: open('what of it changed, without values'),
  },
  key_hashes: { hash: open('SHA-256 of a live key: checked where the original cannot be read') },
  ...MARKET_SNAPSHOT,
  ...GAME_SNAPSHOT,
  ...KNOWLEDGE_SNAPSHOT,
};
