import type { DatabaseName } from './migrate.ts';

/**
 * Every column of every database, as public (anyone may read it) or private, with what it is. A test holds it against
 * the live schemas, so that no column is added without that choice; snapshot.db may have public ones only, since it is
 * what edges copy (design, section 1).
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
};

const source = {
  source_type: secret('NPC or object'),
  source_id: secret('its game id'),
};

const evidence: Manifest = {
  cursor: {
    id: secret('always 1'),
    epoch: secret('generation of the derived databases'),
    step: secret('counts the chunks taken in'),
    cleared_step: secret('step at which the marks were last cleared'),
    seq: secret('last record taken in'),
    data_as_of_ms: secret('when the newest upload taken in was received'),
    uploads: secret('uploads that brought public records'),
    last_upload_n: secret('the newest of them'),
    legacy_records: secret('withheld loot guesses'),
    loot_uploads: secret('uploads that brought loot'),
    last_loot_upload_n: secret('the newest of them'),
    loot_records: secret('loot records'),
    loot_windows: secret('admitted loot windows'),
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
  dirty_items: { ...source, item_id: secret('item whose count changed') },
};

const publicSource = {
  source_type: open('NPC or object'),
  source_id: open('its game id'),
};

const snapshot: Manifest = {
  instance: {
    id: open('always 1'),
    epoch: open('generation of the derived databases'),
    feed_time: open('whether capturedAt is exact or cut to the day'),
    rollups: open('versions of the rules it was built with'),
  },
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
  gaps: { list: open('list of facts'), place: open('place withdrawn'), snapshot_n: open('snapshot that withdrew it') },
};

export const COLUMN_MANIFEST: Readonly<Record<DatabaseName, Manifest>> = { uploads, evidence, snapshot };
