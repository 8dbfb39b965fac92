import type { ExportListCounts, ListRows } from '../../../domain/ports/exports.ts';
import { type Connection, type Runner, readJson, readValue, runInTransaction } from '../database.ts';
import { insertRows, overwrite } from '../insert_rows.ts';
import { PUBLIC_LISTS } from './lists/mod.ts';

/** The zone id under which coverage counts every subject, regardless of its zones. */
export const NO_ZONE_ID = 0;

/** The list of the counts of coverage, whose ids are zones. */
export const COVERAGE_LIST = 'coverage';

/** Returns the key of a count of coverage. The kind is empty for all kinds, and `missing` is 0 for any number. */
export function formatCoverageKey(kind: string, missing: number): string {
  return `${kind}:${missing}`;
}

const EMPTY_COUNTS: ListRows = { corpus: 0, edges: 0, rates: 0, zeros: 0 };

/** The lists of the export by the names of the counts. Counts of release 0.6.0 are by the names of the export. */
const EXPORT_NAMES: ReadonlyMap<string, keyof ListRows | null> = new Map([
  ...(Object.keys(EMPTY_COUNTS) as (keyof ListRows)[]).map((name) => [name, name] as const),
  ...PUBLIC_LISTS.flatMap(({ names, exportedAs }) => names.map((name) => [name, exportedAs] as const)),
]);

/** Counts the public and withdrawn rows of each list up to the newest snapshot, also in a database of release 0.6.0. */
export async function countNewestLists(runner: Runner): Promise<ExportListCounts> {
  const n = Number((await readValue(runner, 'select max(n) from snapshots')) ?? 0);
  const isOld = (await readValue(runner, `select 1 from sqlite_schema where name = 'edge_steps'`)) !== undefined;
  return countLists(runner, isOld ? SELECT_OLD_COUNTS : SELECT_COUNTS, n);
}

/** Counts the public and withdrawn rows of each list as of snapshot `n`. */
export function readListCounts(runner: Runner, n: number): Promise<ExportListCounts> {
  return countLists(runner, SELECT_COUNTS, n);
}

/** SQL for the places and the withdrawn rows of each list up to snapshot `?1`. */
const SELECT_COUNTS = `
  select 'corpus' as list, (select corpus_places from snapshots where n = ?1) as places,
    (select count(*) from corpus_gaps where snapshot_n <= ?1) as gaps
  union all
  select c.key, c.value,
    (select count(*) from rows indexed by rows_withdrawn where until > 0 and until <= ?1 and list = c.key)
  from json_each((select counts from row_steps where n <= ?1 order by n desc limit 1)) as c`;

/** The same for the tables of release 0.6.0. */
const SELECT_OLD_COUNTS = `
  select 'corpus' as list, corpus_places as places, (
    select count(*) from gaps where list like 'corpus:%' and snapshot_n <= ?1) as gaps from snapshots where n = ?1
  union all
  select 'edges', edge_places, (select count(*) from edges where withdrawn_n <= ?1) from snapshots where n = ?1
  union all
  select 'rates', rate_places, (select count(*) from gaps where list = 'rates' and snapshot_n <= ?1) from snapshots
  where n = ?1
  union all
  select 'zeros', zero_places, (select count(*) from gaps where list = 'zeros' and snapshot_n <= ?1) from snapshots
  where n = ?1`;

async function countLists(runner: Runner, sql: string, n: number): Promise<ExportListCounts> {
  const rows = await readJson<readonly [list: string, places: number, gaps: number]>(
    runner,
    `select json_group_array(json_array(list, coalesce(places, 0), gaps)) from (${sql})`,
    [BigInt(n)],
  );
  const before = await countWithdrawnRows(runner);
  const [withdrawn, remaining] = [{ ...before }, { ...EMPTY_COUNTS }];
  for (const [name, places, gaps] of rows) {
    const list = EXPORT_NAMES.get(name) ?? null;
    if (list === null) continue;
    withdrawn[list] += gaps;
    remaining[list] += places - gaps;
  }
  return { withdrawn, remaining };
}

/** Stores how many rows had been withdrawn before this epoch began. */
export function storeWithdrawnCounts(client: Connection, rows: ListRows): Promise<void> {
  return runInTransaction(client, async (tx) => {
    await insertRows(tx, 'withdrawn_before', 'list, rows', Object.entries(rows), overwrite('rows'));
  });
}

async function countWithdrawnRows(runner: Runner): Promise<ListRows> {
  const rows = await readJson<[list: string, rows: number]>(
    runner,
    'select json_group_array(json_array(list, rows)) from withdrawn_before',
  );
  return { ...EMPTY_COUNTS, ...Object.fromEntries(rows) };
}
