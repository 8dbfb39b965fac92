import type { Transaction } from '@libsql/client';
import type { KeyState } from '../../../domain/ports/keys.ts';
import type { KeyRow } from '../../../domain/ports/operator.ts';
import { type Runner, readValue } from '../database.ts';
import { readableRows } from './damaged_rows.ts';

/** SQL for a `KeyColumns` array of the table keys. */
const KEY_COLUMNS = 'json_array(n, label, created_day, last_used_day, revoked_at_ms)';

type KeyColumns = [
  n: number,
  label: string,
  createdDay: string,
  lastUsedDay: string | null,
  revokedAtMs: number | null,
];

function parseKey([n, label, createdDay, lastUsedDay, revokedAtMs]: KeyColumns): KeyRow {
  return { n, label, createdDay, lastUsedDay, revokedAtMs };
}

/** Stores a key's hash and returns the key's number. */
export async function addKey(tx: Transaction, keyHash: string, label: string, day: string): Promise<number> {
  return Number(
    await readValue(tx, 'insert into keys (hash, label, created_day) values (unhex(?), ?, ?) returning n', [
      keyHash,
      label,
      day,
    ]),
  );
}

const SELECT_KEYS = `select json_group_array(${KEY_COLUMNS}) from (select * from keys where n > ? order by n limit ?)`;

/** Implements `OperatorStore.keys`. */
export async function readKeys(runner: Runner, after: number, limit: number): Promise<readonly KeyRow[]> {
  return (await readableRows<KeyColumns>(runner, SELECT_KEYS, [BigInt(after), BigInt(limit)])).map(parseKey);
}

/** Implements `OperatorStore.revokeKey`. */
export async function revokeKey(
  tx: Transaction,
  which: { readonly n: number } | { readonly keyHash: string },
  nowMs: number,
): Promise<KeyRow | null> {
  const [condition, key] = 'n' in which ? ['n = ?', BigInt(which.n)] : ['hash = unhex(?)', which.keyHash];
  await tx.execute({
    sql: `update keys set revoked_at_ms = ? where ${condition} and revoked_at_ms is null`,
    args: [BigInt(nowMs), key],
  });
  const [row] = await readableRows<KeyColumns>(
    tx,
    `select json_group_array(${KEY_COLUMNS}) from keys where ${condition}`,
    [key],
  );
  return row === undefined ? null : parseKey(row);
}

/** Stores the day of a key's latest use. An earlier day than the stored one changes nothing. */
export async function noteKeyUse(tx: Transaction, keyHash: string, day: string): Promise<void> {
  await tx.execute({
    sql: `update keys set last_used_day = ?1 where hash = unhex(?2) and coalesce(last_used_day, '') < ?1`,
    args: [day, keyHash],
  });
}

/** Returns the state of the key with this hash. */
export async function findKey(runner: Runner, keyHash: string): Promise<KeyState> {
  const revoked = await readValue(runner, 'select revoked_at_ms is not null from keys where hash = unhex(?)', [
    keyHash,
  ]);
  if (revoked === undefined) return 'unknown';
  return Number(revoked) === 1 ? 'revoked' : 'live';
}
