import type { InArgs, Transaction } from '@libsql/client';

/** How many rows lists have, kept beside them in the transaction that changes them. */

/** By the list's key as JSON, such as `["sold_by:item:npc","from",5]`: how many rows came, less those that went. */
export type CountChanges = Map<string, number>;

type Key = readonly (string | number)[];

export function addCount(changes: CountChanges, key: Key, by: number): void {
  const text = JSON.stringify(key);
  changes.set(text, (changes.get(text) ?? 0) + by);
}

/** The table of counts, with the columns of its key in their order. */
interface CountTable {
  readonly table: 'mention_counts' | 'fact_counts' | 'edge_counts' | 'coverage_counts';
  readonly key: readonly string[];
}

export const MENTION_COUNTS: CountTable = { table: 'mention_counts', key: ['type', 'id', 'family', 'member'] };
export const FACT_COUNTS: CountTable = { table: 'fact_counts', key: ['family', 'owner'] };
export const EDGE_COUNTS: CountTable = { table: 'edge_counts', key: ['grp', 'end', 'id'] };
export const COVERAGE_COUNTS: CountTable = { table: 'coverage_counts', key: ['zone', 'kind', 'missing'] };

/** Adds what changed; a list without rows has no count. */
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
