import { type Runner, readValue, type Transaction } from '../../database.ts';
import { insertRows } from '../../insert_rows.ts';

/** Number of rows of each group, including withdrawn ones, in name order (domain/paging/ledger.ts). */
export type GroupCounts = Readonly<Record<string, number>>;

/** The tables of ledgers: of the corpus by kind, and of rows by list. */
export type StepsTable = 'corpus_steps' | 'row_steps';

export async function readNewestCounts(runner: Runner, table: StepsTable): Promise<GroupCounts> {
  const text = await readValue(runner, `select counts from ${table} order by n desc limit 1`);
  return typeof text === 'string' ? (JSON.parse(text) as GroupCounts) : {};
}

/** Stores the counts after snapshot `n`. The snapshot's own row must already have been written. */
export async function storeCounts(tx: Transaction, table: StepsTable, n: number, counts: GroupCounts): Promise<void> {
  await insertRows(tx, table, 'n, counts', [[n, JSON.stringify(counts)]]);
}

export function sortByName(counts: ReadonlyMap<string, number>): GroupCounts {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function sumPlaces(counts: GroupCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
