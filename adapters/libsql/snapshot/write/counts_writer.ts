import type { InArgs } from '@libsql/client';
import type { Transaction } from '../../database.ts';

/** A list, the id by which its rows are counted, and a key if there are several counts for the id. */
export type CountKey = readonly [list: string, id: number, key: string];

/** Changes of stored row counts. The key is a `CountKey` as JSON. */
export type CountChanges = Map<string, number>;

export function addCount(changes: CountChanges, key: CountKey, by: number): void {
  const text = JSON.stringify(key);
  changes.set(text, (changes.get(text) ?? 0) + by);
}

/**
 * Adds the changes to the stored counts, in the transaction that changes the lists. A list without rows has no stored
 * count.
 */
export async function updateListCounts(tx: Transaction, changes: CountChanges): Promise<void> {
  const moved = [...changes].filter(([, by]) => by !== 0).map(([text, by]) => [...(JSON.parse(text) as CountKey), by]);
  if (moved.length === 0) return;
  const args: InArgs = [JSON.stringify(moved)];
  await tx.execute({
    sql: `insert or ignore into row_counts (list, id, key, rows) select value->>0, value->>1, value->>2, 0 from json_each(?)`,
    args,
  });
  await tx.execute({
    sql: `update row_counts as c set rows = c.rows + (moved.value->>3) from json_each(?) as moved
          where c.list = moved.value->>0 and c.id = moved.value->>1 and c.key = moved.value->>2`,
    args,
  });
  await tx.execute('delete from row_counts where rows = 0');
}
