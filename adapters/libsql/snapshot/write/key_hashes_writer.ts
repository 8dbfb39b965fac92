import type { Transaction } from '@libsql/client';

/** Replaces the stored hashes of live keys (SHA-256, hexadecimal) by these, writing only the difference. */
export async function writeKeyHashes(tx: Transaction, hashes: readonly string[]): Promise<void> {
  const list = JSON.stringify(hashes);
  await tx.execute({
    sql: 'delete from key_hashes where hash not in (select unhex(value) from json_each(?))',
    args: [list],
  });
  await tx.execute({
    sql: 'insert into key_hashes (hash) select unhex(value) from json_each(?) where true on conflict do nothing',
    args: [list],
  });
}
