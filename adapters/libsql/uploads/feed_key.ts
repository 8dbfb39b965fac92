import { nodeDigest } from '../../digest.ts';
import type { Runner } from '../database.ts';
import { StorageError } from '../storage_error.ts';
import { readReadableRows } from './damaged_rows.ts';

/** Error code for a damaged key, used in logs and responses. */
export const FEED_KEY_DAMAGED = 'FEED_KEY_DAMAGED';

const SELECT_FEED_KEY = 'select json_group_array(json_array(feed_key, lower(hex(feed_key_digest)))) from secrets';

/**
 * Returns the key used for all keyed digests. Throws a storage fault if the key is missing or damaged: with another
 * key, no digest of ids, events and uploads would match the stored ones, and new digests would be stored under the
 * wrong key.
 */
export async function readFeedKey(runner: Runner): Promise<string> {
  const [row] = await readReadableRows<[key: string, digest: string]>(runner, SELECT_FEED_KEY, []);
  if (row === undefined) throw new StorageError('FEED_KEY_LOST');
  const [key, digest] = row;
  const isWhole = /^[0-9a-f]{64}$/.test(key) && digest === nodeDigest.sha256(key);
  if (!isWhole) throw new StorageError(FEED_KEY_DAMAGED);
  return key;
}

/** Stores this key and its digest, unless the database has a key. */
export async function createFeedKey(runner: Runner, key: string): Promise<void> {
  const sql = 'insert into secrets (id, feed_key, feed_key_digest) values (1, ?, unhex(?)) on conflict do nothing';
  await runner.execute({ sql, args: [key, nodeDigest.sha256(key)] });
}
