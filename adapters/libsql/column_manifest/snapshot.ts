import { GAME_SNAPSHOT } from './game.ts';
import { KNOWLEDGE_SNAPSHOT } from './knowledge.ts';
import { MARKET_SNAPSHOT } from './market.ts';
import { type Manifest, publicColumn } from './marks.ts';

const publicSource = {
  source_type: publicColumn('NPC or object'),
  source_id: publicColumn('its game id'),
};

/** Columns of tables that record which facts mention an entity. */
const naming = {
  type: publicColumn('kind of the mentioned entity'),
  id: publicColumn('its game id'),
  family: publicColumn('roll-up of the fact that mentions it'),
  member: publicColumn('part of the fact that mentions it'),
};

const rows = publicColumn('number of rows of the list');

/** snapshot.db. All columns are public. */
export const SNAPSHOT: Manifest = {
  instance: {
    id: publicColumn('always 1'),
    epoch: publicColumn('generation of the derived databases'),
    feed_time: publicColumn('whether capturedAt is exact or cut to the day'),
    rollups: publicColumn('versions of the rules with which it was built'),
  },
  withdrawn_before: {
    list: publicColumn('list of public rows'),
    rows: publicColumn('rows withdrawn from it in earlier epochs'),
  },
  snapshots: {
    n: publicColumn('snapshot number'),
    written_at_ms: publicColumn('when it was written'),
    data_as_of_ms: publicColumn('when its newest upload was received'),
    step: publicColumn('number of processed chunks'),
    seq: publicColumn('last processed record, as a number only'),
    uploads: publicColumn('number of uploads in the feed'),
    legacy_records: publicColumn('withheld loot guesses'),
    loot_uploads: publicColumn('uploads that contained loot'),
    loot_records: publicColumn('loot records'),
    loot_windows: publicColumn('admitted loot windows'),
    queued: publicColumn('rates and zeros that need a third install'),
    corpus_places: publicColumn('corpus rows so far'),
    rate_places: publicColumn('number of assigned places of rates'),
    zero_places: publicColumn('number of assigned places of measured zeros'),
    edge_places: publicColumn('number of assigned places of edges'),
    import_n: publicColumn('number of the import of the game’s files that it serves'),
  },
  publish_log: {
    seq: publicColumn('number of the change'),
    tbl: publicColumn('public table of the changed row'),
    key: publicColumn('primary key of that row'),
    before: publicColumn('SHA-3 of the row before the change, or null if it was new'),
  },
  corpus_steps: { n: publicColumn('snapshot number'), counts: publicColumn('corpus rows of each kind so far') },
  corpus_blocks: {
    kind: publicColumn('public record kind'),
    block: publicColumn('number of the block'),
    bytes: publicColumn('its rows of the feed, compressed'),
  },
  drop_sources: {
    ...publicSource,
    kills: publicColumn('loot windows opened'),
    reporters: publicColumn('distinct installs, at least three'),
    top_windows: publicColumn('loot windows of the install that opened most'),
  },
  rates: {
    place: publicColumn('place in the list'),
    ...publicSource,
    item_id: publicColumn('item'),
    drops: publicColumn('loot windows that contained it'),
    seen_by: publicColumn('distinct installs that saw it there'),
  },
  measured_zeros: { place: publicColumn('place in the list'), ...publicSource },
  gaps: {
    list: publicColumn('list of rows'),
    place: publicColumn('withdrawn place'),
    snapshot_n: publicColumn('snapshot that withdrew it'),
  },
  edges: {
    grp: publicColumn('relation, and the kinds of both ends'),
    place: publicColumn('place in the list of its group'),
    from_id: publicColumn('game id of the start'),
    to_id: publicColumn('game id of the end'),
    withdrawn_n: publicColumn('snapshot that withdrew it'),
    body: publicColumn('its row, as in responses, with its number of installs, at least three'),
  },
  edge_steps: { n: publicColumn('snapshot number'), counts: publicColumn('edges of each group so far') },
  facts: {
    family: publicColumn('the roll-up'),
    subject: publicColumn('its subject'),
    body: publicColumn(
      'values confirmed by three installs or shared by a grant; in family coverage, how many installs are missing',
    ),
  },
  mentions: {
    ...naming,
    chars: publicColumn('length of the subject'),
    subject: publicColumn('subject of the fact'),
  },
  mention_counts: { ...naming, rows },
  fact_counts: { family: publicColumn('the roll-up'), owner: publicColumn('prefix of the subjects'), rows },
  edge_counts: {
    grp: publicColumn('relation and kinds of its ends'),
    end: publicColumn('from or to'),
    id: publicColumn('its game id'),
    rows,
  },
  map_pins: {
    map_id: publicColumn('the map'),
    npc_id: publicColumn('NPC of the pin'),
    at: publicColumn('index of the pin among the pins of the NPC'),
    x: publicColumn('percent of the map'),
    y: publicColumn('percent of the map'),
  },
  coverage: {
    zone: publicColumn('a map on which it was seen, or 0 for anywhere'),
    kind: publicColumn('what is waiting for reports'),
    missing: publicColumn('number of installs missing to three: one or two'),
    id: publicColumn('its game id'),
  },
  coverage_counts: {
    zone: publicColumn('a map, or 0 for anywhere'),
    kind: publicColumn('what is waiting for reports, or empty for anything'),
    missing: publicColumn('number of missing installs, or 0 for any number'),
    rows,
  },
  changes: {
    n: publicColumn('order of the lines'),
    at_ms: publicColumn('when the snapshot was written'),
    change: publicColumn('became public, withdrawn, changed or imported'),
    family: publicColumn('the roll-up'),
    subject: publicColumn('its subject'),
    field: publicColumn('changed part of the subject, without values'),
  },
  key_hashes: { hash: publicColumn('SHA-256 of a live key, for edges, which cannot read uploads.db') },
  ...MARKET_SNAPSHOT,
  ...GAME_SNAPSHOT,
  ...KNOWLEDGE_SNAPSHOT,
};
