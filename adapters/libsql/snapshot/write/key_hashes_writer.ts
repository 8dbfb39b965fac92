import type { Transaction } from '@libsql/client';
import { insertRows } from '../../insert_rows.ts';

/** Replaces the stored hashes of live keys (SHA-256, hexadecimal) by these, writing only the difference. */
export async function writeKeyHashes(tx: Transaction, hashes: readonly string[]): Promise<void> {
  await tx.execute({
    sql: 'delete from key_hashes where hash not in (select unhex(value) from json_each(?))',
    args: [JSON.stringify(hashes)],
  });
  const rows = hashes.map((hash) => [hash]);
  await insertRows(tx, 'key_hashes', 'unhex(hash)', rows, 'on conflict do nothing');
}
