import { GAME_SNAPSHOT } from './game.ts';
import { KNOWLEDGE_SNAPSHOT } from './knowledge.ts';
import { MARKET_SNAPSHOT } from './market.ts';
import { type Manifest, open } from './marks.ts';

const publicSource = {
  source_type: open('NPC or object'),
  source_id: open('its game id'),
};

/** Columns for a fact that mentions an entity. */
const naming = {
  type: open('kind of the mentioned entity'),
  id: open('its game id'),
  family: open('roll-up of the fact that mentions it'),
  member: open('part of the fact that mentions it'),
};

const rows = open('number of rows of the list');

/** snapshot.db. All columns are public. */
export const SNAPSHOT: Manifest = {
  instance: {
    id: open('always 1'),
    epoch: open('generation of the derived databases'),
    feed_time: open('whether capturedAt is exact or cut to the day'),
    rollups: open('versions of the rules with which it was built'),
  },
  withdrawn_before: { list: open('list of public rows'), rows: open('rows withdrawn from it in earlier epochs') },
  snapshots: {
    n: open('snapshot number'),
    written_at_ms: open('when it was written'),
    data_as_of_ms: open('when its newest upload was received'),
    step: open('number of processed chunks'),
    seq: open('last processed record, as a number only'),
    uploads: open('number of uploads in the feed'),
    legacy_records: open('withheld loot guesses'),
    loot_uploads: open('uploads that contained loot'),
    loot_records: open('loot records'),
    loot_windows: open('admitted loot windows'),
    queued: open('rates and zeros that need a third install'),
    corpus_places: open('corpus rows so far'),
    rate_places: open('number of assigned places of rates'),
    zero_places: open('number of assigned places of measured zeros'),
    edge_places: open('number of assigned places of edges'),
    import_n: open('number of the import of the game’s files that it serves'),
  },
  publish_log: {
    seq: open('number of the change'),
    tbl: open('public table of the changed row'),
    key: open('primary key of that row'),
    before: open('SHA-3 of the row before the change, or null if it was new'),
  },
  corpus_steps: { n: open('snapshot number'), counts: open('corpus rows of each kind so far') },
  corpus_blocks: {
    kind: open('public record kind'),
    block: open('number of the block'),
    bytes: open('its rows of the feed, compressed'),
  },
  drop_sources: {
    ...publicSource,
    kills: open('loot windows opened'),
    reporters: open('distinct installs, at least three'),
    top_windows: open('loot windows of the install that opened most'),
  },
  rates: {
    place: open('place in the list'),
    ...publicSource,
    item_id: open('item'),
    drops: open('loot windows that contained it'),
    seen_by: open('distinct installs that saw it there'),
  },
  measured_zeros: { place: open('place in the list'), ...publicSource },
  gaps: { list: open('list of rows'), place: open('withdrawn place'), snapshot_n: open('snapshot that withdrew it') },
  edges: {
    grp: open('relation, and the kinds of both ends'),
    place: open('place in the list of its group'),
    from_id: open('game id of the start'),
    to_id: open('game id of the end'),
    withdrawn_n: open('snapshot that withdrew it'),
    body: open('its row, as in responses, with its number of installs, at least three'),
  },
  edge_steps: { n: open('snapshot number'), counts: open('edges of each group so far') },
  facts: {
    family: open('the roll-up'),
    subject: open('its subject'),
    body: open(
      'values confirmed by three installs or shared by a grant; in family coverage, how many installs are missing',
    ),
  },
  mentions: {
    ...naming,
    chars: open('length of the subject'),
    subject: open('subject of the fact'),
  },
  mention_counts: { ...naming, rows },
  fact_counts: { family: open('the roll-up'), owner: open('prefix of the subjects'), rows },
  edge_counts: { grp: open('relation and kinds of its ends'), end: open('from or to'), id: open('its game id'), rows },
  map_pins: {
    map_id: open('the map'),
    npc_id: open('NPC of the pin'),
    at: open('index of the pin among the pins of the NPC'),
    x: open('percent of the map'),
    y: open('percent of the map'),
  },
  coverage: {
    zone: open('a map on which it was seen, or 0 for anywhere'),
    kind: open('what is waiting for reports'),
    missing: open('number of installs missing to three: one or two'),
    id: open('its game id'),
  },
  coverage_counts: {
    zone: open('a map, or 0 for anywhere'),
    kind: open('what is waiting for reports, or empty for anything'),
    missing: open('number of missing installs, or 0 for any number'),
    rows,
  },
  changes: {
    n: open('order of the lines'),
    at_ms: open('when the snapshot was written'),
    change: open('became public, withdrawn, changed or imported'),
    family: open('the roll-up'),
    subject: open('its subject'),
    field: open('changed part of the subject, without values'),
  },
  key_hashes: { hash: open('SHA-256 of a live key, for edges, which cannot read uploads.db') },
  ...MARKET_SNAPSHOT,
  ...GAME_SNAPSHOT,
  ...KNOWLEDGE_SNAPSHOT,
};
