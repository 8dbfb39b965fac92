import type { Transaction } from '@libsql/client';
import type { KeyState } from '../../../domain/ports/keys.ts';
import type { KeyRow } from '../../../domain/ports/operator.ts';
import { type Runner, value } from '../database.ts';
import { readableRows } from './damaged_rows.ts';

/** Rows of the table keys, and how a key comes to one. */
const ROW = 'json_array(n, label, created_day, last_used_day, revoked_at_ms)';

type Row = [n: number, label: string, createdDay: string, lastUsedDay: string | null, revokedAtMs: number | null];

function keyOf([n, label, createdDay, lastUsedDay, revokedAtMs]: Row): KeyRow {
  return {
    n,
    label,
    createdDay,
    lastUsedDay,
    revokedAtMs,
  };
}

/** Keeps a key's hash; answers its number. */
export async function addKey(tx: Transaction, keyHash: string, label: string, day: string): Promise<number> {
  return Number(
    await value(tx, 'insert into keys (hash, label, created_day) values (unhex(?), ?, ?) returning n', [
      keyHash,
      label,
      day,
    ]),
  );
}

const SELECT_KEYS = `select json_group_array(${ROW}) from (select * from keys where n > ? order by n limit ?)`;

/** As domain/ports/operator.ts says. */
export async function readKeys(runner: Runner, after: number, limit: number): Promise<readonly KeyRow[]> {
  return (await readableRows<Row>(runner, SELECT_KEYS, [BigInt(after), BigInt(limit)])).map(keyOf);
}

/** Revoking again changes nothing; null where there is no such key. */
export async function revokeKey(
  tx: Transaction,
  which: { readonly n: number } | { readonly keyHash: string },
  nowMs: number,
): Promise<KeyRow | null> {
  const [named, key] = 'n' in which ? ['n = ?', BigInt(which.n)] : ['hash = unhex(?)', which.keyHash];
  await tx.execute({
    sql: `update keys set revoked_at_ms = ? where ${named} and revoked_at_ms is null`,
    args: [BigInt(nowMs), key],
  });
  const [row] = await readableRows<Row>(tx, `select json_group_array(${ROW}) from keys where ${named}`, [key]);
  return row === undefined ? null : keyOf(row);
}

/** A day before the one that is noted changes nothing. */
export async function noteKeyUse(tx: Transaction, keyHash: string, day: string): Promise<void> {
  await tx.execute({
    sql: `update keys set last_used_day = ?1 where hash = unhex(?2) and coalesce(last_used_day, '') < ?1`,
    args: [day, keyHash],
  });
}

/** How the key of this hash stands. */
export async function findKey(runner: Runner, keyHash: string): Promise<KeyState> {
  const revoked = await value(runner, 'select revoked_at_ms is not null from keys where hash = unhex(?)', [keyHash]);
  if (revoked === undefined) return 'unknown';
  return Number(revoked) === 1 ? 'revoked' : 'live';
}
