import { createHash } from 'node:crypto';
import { type Connection, readJson, readValue, runWithReader } from '../../database.ts';
import { unpackRows } from '../corpus_block.ts';
import { readCorpusParts } from '../read/corpus_reader.ts';
import { compareBuilds } from './compare_build.ts';
import { compareLists, type RowList, VALUES_CHARS_MAX } from './compare_list.ts';

/**
 * Compares two snapshot databases: the one being served, and one rebuilt from the uploads and the stored import.
 * Returns a sentence about the first public figure that differs, or null if none does. Order, places, snapshot numbers
 * and the change log are ignored, because they depend on when snapshots were written. Everything is read in small
 * pages.
 */
export function compareSnapshots(servedPath: string, rebuiltPath: string): Promise<string | null> {
  return runWithReader(servedPath, (served) =>
    runWithReader(rebuiltPath, (rebuilt) => compareDatabases(served, rebuilt)),
  );
}

async function compareDatabases(served: Connection, rebuilt: Connection): Promise<string | null> {
  const realms = await readNames(served, rebuilt, 'select distinct realm_key as name from market_realms');
  const difference = await compareLists([...UPLOAD_LISTS, ...realms.flatMap(describeMarketLists)], served, rebuilt);
  if (difference !== null) return difference;
  for (const kind of await readNames(served, rebuilt, 'select distinct kind as name from corpus_blocks')) {
    const found = await compareCorpusKind(kind, served, rebuilt);
    if (found !== null) return found;
  }
  return compareBuilds(served, rebuilt);
}

/** Describes a list that is derived from the uploads. */
function buildList(name: string, key: readonly string[], from: string, figures: string, realmKey?: string): RowList {
  return { name, follows: 'the uploads', key, from, figures, args: realmKey === undefined ? [] : [realmKey] };
}

const ROW_COUNT_JSON = `json_object('rows', rows)`;

const UPLOAD_LISTS: readonly RowList[] = [
  buildList(
    'known entity',
    ['id'],
    "(select * from knowledge where layer = 'observed')",
    // `n` is the importance, the kind and the id, and none of them depends on when the row was written.
    'json_array(n, kind, ext_id, name, folded, text)',
  ),
  buildList(
    'figures of the snapshot',
    ['1'],
    '(select * from snapshots order by n desc limit 1)',
    `json_object('uploads', uploads, 'legacyRecords', legacy_records, 'lootUploads', loot_uploads,
      'lootRecords', loot_records, 'lootWindows', loot_windows, 'queued', queued,
      'waitingInstalls', waiting_reporters, 'waitingWindows', waiting_windows)`,
  ),
  buildList('weights of drop rates', ['1'], 'rate_weights', 'json(weights)'),
  buildList(
    'row',
    ['list', 'key', 'a', 'b'],
    '(select * from rows where until = 0)',
    'iif(rank = 0, json(body), json_array(json(body), rank))',
  ),
  buildList('fact', ['family', 'subject'], 'facts', 'json(body)'),
  buildList('mention', ['type', 'id', 'family', 'member', 'subject'], 'mentions', `'{}'`),
  buildList('subject that waits', ['zone', 'kind', 'missing', 'id'], 'coverage', `'{}'`),
  buildList('place on a map', ['map_id', 'kind', 'entity_id', 'at'], 'map_pins', `json_object('x', x, 'y', y)`),
  // Row counts of lists, stored next to the lists so that rows need not be counted.
  buildList(
    'number of rows of',
    ['list', 'id', 'key'],
    `(select * from row_counts where list <> 'market')`,
    ROW_COUNT_JSON,
  ),
];

/** The numbers of realms depend on the order in which their values became public. */
const MARKET_COUNTS = `(select key as house, rows from row_counts
  where list = 'market' and id = (select n from market_realms where realm_key = ?))`;

function describeMarketLists(realm: string): readonly RowList[] {
  const ofRealm = (table: string): string =>
    `(select * from ${table} where realm_n = (select n from market_realms where realm_key = ?))`;
  const [day, value] = [
    'json_array(json(figures), reporters, json(on_time))',
    'json_array(json(figures), day, reporters, half_units, unusual, json(trend), week_change, json(newer))',
  ];
  return [
    buildList(`market day of ${realm}`, ['house', 'item_id', 'day'], ofRealm('market_days'), day, realm),
    buildList(`market value of ${realm}`, ['house', 'item_id'], ofRealm('market_items'), value, realm),
    buildList(`number of market values of ${realm}`, ['house'], MARKET_COUNTS, ROW_COUNT_JSON, realm),
  ];
}

/** Returns the names that occur in either database, so that a list is also compared if one database lacks it. */
async function readNames(served: Connection, rebuilt: Connection, sql: string): Promise<readonly string[]> {
  const names = new Set<string>();
  for (const client of [served, rebuilt]) {
    for (const name of await readJson<string>(client, `select json_group_array(name) from (${sql})`)) names.add(name);
  }
  return [...names].sort();
}

/**
 * Returns a sentence about how the feed's rows of a kind differ, or null if they are equal. The rows are compared as a
 * set, because their order depends on the snapshots. Each row is represented by the first eight bytes of its digest.
 */
async function compareCorpusKind(kind: string, served: Connection, rebuilt: Connection): Promise<string | null> {
  const ours = await readRowDigests(kind, served);
  const theirs = await readRowDigests(kind, rebuilt);
  const at = ours.findIndex((digest, i) => digest !== theirs[i]);
  const place = at === -1 && ours.length < theirs.length ? ours.length : at;
  if (place === -1) return null;
  const onlyServed = theirs[place] === undefined || (ours[place] ?? theirs[place]!) < theirs[place]!;
  const wanted = onlyServed ? ours[place]! : theirs[place]!;
  const row = await findRow(kind, onlyServed ? served : rebuilt, wanted);
  const where = onlyServed
    ? 'is served, and does not follow from the uploads'
    : 'follows from the uploads, and is not served';
  return `The feed's ${kind} records differ: ${ours.length} are served, ${theirs.length} follow from the uploads; ${row.slice(0, VALUES_CHARS_MAX)} ${where}.`;
}

async function readRowDigests(kind: string, client: Connection): Promise<BigUint64Array> {
  const digests: bigint[] = [];
  for await (const row of readPublicRows(kind, client)) digests.push(digestRow(row));
  return BigUint64Array.from(digests).sort();
}

async function findRow(kind: string, client: Connection, digest: bigint): Promise<string> {
  for await (const row of readPublicRows(kind, client))
    if (digestRow(row) === digest) return new TextDecoder().decode(row);
  return '';
}

function digestRow(row: Uint8Array): bigint {
  return createHash('sha256').update(row).digest().readBigUInt64BE(0);
}

/** Yields the rows of a kind. Withdrawn rows are skipped: they have kept their place, but no bytes. */
async function* readPublicRows(kind: string, client: Connection): AsyncGenerator<Uint8Array> {
  const last = await readValue(client, 'select max(place) from corpus_blocks where kind = ?', [kind]);
  if (last === null) return;
  for await (const { block } of readCorpusParts(client, [{ kind, from: 0, to: Number(last) + 1 }])) {
    for (const row of unpackRows(block)) if (row.byteLength > 0) yield row;
  }
}
