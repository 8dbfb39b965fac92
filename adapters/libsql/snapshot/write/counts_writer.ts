import type { InArgs, Transaction } from '@libsql/client';

/** Stores row counts of lists, which are updated in the transaction that changes the lists. */

/** Changes of row counts by list. The key is JSON, such as `["sold_by:item:npc","a",5]`. */
export type CountChanges = Map<string, number>;

type Key = readonly (string | number)[];

export function addCount(changes: CountChanges, key: Key, by: number): void {
  const text = JSON.stringify(key);
  changes.set(text, (changes.get(text) ?? 0) + by);
}

/** A table of counts, with its key columns in order. */
interface CountTable {
  readonly table: 'mention_counts' | 'fact_counts' | 'row_counts' | 'coverage_counts';
  readonly key: readonly string[];
}

export const MENTION_COUNTS: CountTable = { table: 'mention_counts', key: ['type', 'id', 'family', 'member'] };
export const FACT_COUNTS: CountTable = { table: 'fact_counts', key: ['family', 'owner'] };
export const ROW_COUNTS: CountTable = { table: 'row_counts', key: ['list', 'end', 'id'] };
export const COVERAGE_COUNTS: CountTable = { table: 'coverage_counts', key: ['zone', 'kind', 'missing'] };

/** Adds the changes to the stored counts. A list without rows has no stored count. */
export async function keepListCounts(
  tx: Transaction,
  { table, key }: CountTable,
  changes: CountChanges,
): Promise<void> {
  const moved = [...changes].filter(([, by]) => by !== 0).map(([text, by]) => [...(JSON.parse(text) as Key), by]);
  if (moved.length === 0) return;
  const columns = key.map((column) => `"${column}"`).join(', ');
  const values = key.map((_, i) => `value->>${i}`).join(', ');
  const same = key.map((column, i) => `t."${column}" = moved.value->>${i}`).join(' and ');
  const args: InArgs = [JSON.stringify(moved)];
  await tx.execute({
    sql: `insert or ignore into ${table} (${columns}, rows) select ${values}, 0 from json_each(?)`,
    args,
  });
  await tx.execute({
    sql: `update ${table} as t set rows = t.rows + (moved.value->>${key.length}) from json_each(?) as moved where ${same}`,
    args,
  });
  await tx.execute(`delete from ${table} where rows = 0`);
}
