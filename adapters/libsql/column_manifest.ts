import { GAME_SNAPSHOT } from './column_manifest_game.ts';
import { KNOWLEDGE_SNAPSHOT } from './column_manifest_knowledge.ts';
import { MARKET_EVIDENCE, MARKET_SNAPSHOT } from './column_manifest_market.ts';
import type { DatabaseName } from './migrate.ts';

/**
 * Every column of every database, as public (anyone may read it) or private, with what it is. A test holds it against
 * the live schemas, so that no column is added without that choice; snapshot.db may have public ones only, since it is
 * what edges copy (ARCHITECTURE.md, Invariants).
 */
export interface ColumnMark {
  readonly visibility: 'public' | 'private';
  readonly what: string;
}

const open = (what: string): ColumnMark => ({ visibility: 'public', what });
const secret = (what: string): ColumnMark => ({ visibility: 'private', what });

type Manifest = Readonly<Record<string, Readonly<Record<string, ColumnMark>>>>;

const uploads: Manifest = {
  secrets: {
    id: secret('always 1'),
    feed_key: secret('key of the event digests and of the order of the feed'),
  },
  installs: {
    n: secret('internal number'),
    install_id: secret('the random install id'),
  },
  uploads: {
    n: secret('internal number'),
    upload_id: secret('id told to the sender alone'),
    received_at_ms: secret('when it was received; public only as dataAsOf'),
    addon_version: secret('what the sender runs'),
    client_build: secret('what the sender plays'),
    protocol: secret('protocol version of the sender'),
    records: secret('new records it brought'),
  },
  records: {
    seq: secret('order of being kept'),
    upload_n: secret('its upload'),
    install_n: secret('who sent it'),
    kind: secret('record kind'),
    identity: secret('the raw event id, or the digest of the body'),
    digest: secret('digest of the body'),
    captured_at_ms: secret('when it happened'),
    body: secret('the record without its ids; public for the public kinds, once it is in the feed'),
  },
  keys: {
    n: secret('internal number'),
    hash: secret('digest of the key'),
    label: secret('what the operator calls its holder'),
    created_day: secret('when it was made'),
    last_used_day: secret('when it was last used'),
    revoked_at_ms: secret('when it was revoked'),
  },
  grants: {
    n: secret('internal number'),
    hash: secret('digest of the token'),
    categories: secret('what may be shown'),
    guild_name: secret('of which guild'),
    realm: secret('of which realm'),
    character: secret('of which character'),
    install_id: secret('from which install'),
    self: secret('whether the holder of the install issued it'),
    issued_at_ms: secret('when it was issued'),
    expires_at_ms: secret('until when it covers new records'),
    revoked_at_ms: secret('when it was revoked'),
  },
  record_grants: { grant_n: secret('a grant'), seq: secret('a record that came with it') },
  withholdings: {
    install_n: secret('whose records count nowhere'),
    reason: secret('what the operator wrote'),
    since_ms: secret('since when'),
  },
  erased_installs: { digest: secret('keyed digest of an install id that must not come back') },
  orders: {
    n: secret('order of being given'),
    kind: secret('install or grant'),
    number: secret('internal number of that install or grant'),
  },
  links: {
    n: secret('place in the chain'),
    kind: secret('upload or erasure'),
    upload_n: secret('its upload'),
    content: secret('digest of what it covers'),
    digest: secret('digest of content and link before'),
  },
  parts: {
    upload_n: secret('its upload'),
    part: secret('place in it'),
    install_n: secret('who sent it'),
    digest: secret('keyed digest of its records'),
    erased_by: secret('link of the erasure that emptied it'),
  },
  respelt: {
    install_n: secret('the install'),
    identity: secret('what the identity of one of its records would be now'),
    seq: secret('the record'),
  },
  unrespelt: {
    id: secret('always 1'),
    from_seq: secret('records up to here have been looked at'),
    to_seq: secret('last record to look at'),
  },
  day_counts: {
    install_n: secret('who told'),
    span: secret('32 days that were told of'),
    counts: secret('how much was told of each kind and day'),
  },
  unlinked: { upload_n: secret('an upload that waits for its link') },
};

const source = {
  source_type: secret('NPC or object'),
  source_id: secret('its game id'),
};

const evidence: Manifest = {
  ...MARKET_EVIDENCE,
  cursor: {
    id: secret('always 1'),
    epoch: secret('generation of the derived databases'),
    step: secret('counts the chunks taken in'),
    cleared_step: secret('step at which the marks were last cleared'),
    seq: secret('last record taken in'),
    data_as_of_ms: secret('when the newest upload taken in was received'),
    uploads: secret('uploads that brought public records'),
    legacy_records: secret('withheld loot guesses'),
    loot_uploads: secret('uploads that brought loot'),
    loot_records: secret('loot records'),
    loot_windows: secret('admitted loot windows'),
    order_n: secret('last order carried out'),
    daily_day: secret('day for which the daily roll-ups stand'),
    erased: secret('whether the next snapshot carries out an erasure'),
    erased_out: secret('whether it is that of an install that was out'),
  },
  sources: {
    ...source,
    kills: secret('windows opened on it; public from three installs on'),
    reporters: secret('distinct installs'),
    items: secret('distinct items'),
  },
  source_witnesses: { ...source, install_n: secret('who looted it'), windows: secret('windows of that install') },
  source_items: { ...source, item_id: secret('item seen'), drops: secret('windows holding it') },
  source_item_witnesses: {
    ...source,
    item_id: secret('item seen'),
    install_n: secret('who saw it'),
    drops: secret('windows of that install holding it'),
  },
  dirty_sources: {
    ...source,
    reporters_before: secret('installs when the marks were last cleared'),
    items_before: secret('items when the marks were last cleared'),
  },
  dirty_items: {
    ...source,
    item_id: secret('item whose count changed'),
    drops_before: secret('windows holding it when the marks were last cleared'),
  },
  subjects: {
    n: secret('number of a subject'),
    rollup: secret('roll-up that speaks of it'),
    subject: secret('what it is'),
  },
  claims: {
    subject_n: secret('subject of the claim'),
    field: secret('which value of it'),
    install_n: secret('who says so'),
    value: secret('what is said; public from three installs on, or under a grant'),
    at_ms: secret('when the newest report was captured'),
    tie: secret('beginning of its digest'),
    first_ms: secret('when the first was captured'),
  },
  tallies: {
    subject_n: secret('subject of the tally'),
    field: secret('which value of it'),
    value: secret('what is said; public from three installs on'),
    installs: secret('distinct installs that say so'),
    first_day: secret('day of the first report'),
    last_day: secret('day of the last report'),
  },
  dirty_subjects: {
    rollup: secret('roll-up of the subject'),
    subject_n: secret('subject whose facts may have changed'),
  },
  upload_parts: {
    upload_n: secret('an upload'),
    install_n: secret('an install with records in it'),
    feed_records: secret('its records there that stand in the feed'),
    legacy_records: secret('its withheld loot guesses there'),
    loot_records: secret('its loot records there'),
    loot_windows: secret('its admitted loot windows there'),
  },
  outs: { install_n: secret('install that is withheld') },
  feed_places: {
    install_n: secret('who sent the record'),
    seq: secret('the record'),
    kind: secret('its kind'),
    place: secret('where it stands among the rows of its kind'),
  },
  pending_withdrawals: { kind: secret('kind of a row of the feed'), place: secret('where the row stands') },
  pending_feed: { seq: secret('record to append to the feed'), install_n: secret('whose it is') },
};

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

const snapshot: Manifest = {
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
  },
  rates: {
    place: open('place in the list'),
    ...publicSource,
    item_id: open('item'),
    drops: open('windows holding it'),
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
    body: open('what three installs agree on, or a grant shares'),
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

export const COLUMN_MANIFEST: Readonly<Record<DatabaseName, Manifest>> = { uploads, evidence, snapshot };
