import type { KeyState } from '../../../domain/ports/keys.ts';
import type { KeyRow, OperatorStore } from '../../../domain/ports/operator.ts';
import { type Runner, readValue } from '../database.ts';
import { insertRows } from '../insert_rows.ts';
import { createTransactionRunner, type RunWork } from './connection.ts';
import { readReadableRows } from './damaged_rows.ts';

/** SQL for a `KeyRow` of the keys table. */
const KEY_JSON = `json_object('n', n, 'label', label, 'createdDay', created_day, 'lastUsedDay', last_used_day,
  'revokedAtMs', revoked_at_ms)`;

const SELECT_KEYS = `select json_group_array(${KEY_JSON}) from (select * from keys where n > ? order by n limit ?)`;

export function createKeyStore(run: RunWork): Pick<OperatorStore, 'addKey' | 'keys' | 'noteKeyUse' | 'revokeKey'> {
  const write = createTransactionRunner(run);
  return {
    addKey: (keyHash, label, day) =>
      write(async (tx) => {
        const columns = 'unhex(hash), label, created_day';
        const [row] = await insertRows(tx, 'keys', columns, [[keyHash, label, day]], 'returning n');
        return Number(row?.[0]);
      }),
    keys: (after, limit) =>
      run(({ client }) => readReadableRows(client, SELECT_KEYS, [BigInt(after), BigInt(limit)]), 'read'),
    revokeKey: (which, nowMs) =>
      write(async (tx) => {
        const [condition, key] = 'n' in which ? ['n = ?', BigInt(which.n)] : ['hash = unhex(?)', which.keyHash];
        const sql = `update keys set revoked_at_ms = ? where ${condition} and revoked_at_ms is null`;
        await tx.execute({ sql, args: [BigInt(nowMs), key] });
        const select = `select json_group_array(${KEY_JSON}) from keys where ${condition}`;
        return (await readReadableRows<KeyRow>(tx, select, [key]))[0] ?? null;
      }),
    // A day earlier than the stored one is ignored.
    noteKeyUse: (keyHash, day) =>
      write(async (tx) => {
        const sql = `update keys set last_used_day = ?1 where hash = unhex(?2) and coalesce(last_used_day, '') < ?1`;
        await tx.execute({ sql, args: [day, keyHash] });
      }),
  };
}

/** Returns the state of the key with this hash. */
export async function findKey(runner: Runner, keyHash: string): Promise<KeyState> {
  const sql = 'select revoked_at_ms is not null from keys where hash = unhex(?)';
  const revoked = await readValue(runner, sql, [keyHash]);
  if (revoked === undefined) return 'unknown';
  return Number(revoked) === 1 ? 'revoked' : 'live';
}
