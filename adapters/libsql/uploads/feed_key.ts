import { nodeDigest } from '../../digest.ts';
import type { Runner } from '../database.ts';
import { StorageError } from '../storage_error.ts';
import { readableRows } from './damaged_rows.ts';

/** Error code for a damaged key, used in logs and responses. */
export const FEED_KEY_DAMAGED = 'FEED_KEY_DAMAGED';

const SELECT_KEY = 'select json_group_array(json_array(feed_key, lower(hex(feed_key_digest)))) from secrets';

/**
 * Returns the key used for all keyed digests. Throws a storage fault if the key is missing or damaged: with another
 * key, no digest of ids, events and uploads would match the stored ones, and new digests would be stored under the
 * wrong key.
 */
export async function readFeedKey(runner: Runner): Promise<string> {
  const [row] = await readableRows<[key: string, digest: string]>(runner, SELECT_KEY, []);
  if (row === undefined) throw new StorageError('FEED_KEY_LOST');
  const [key, digest] = row;
  const isWhole = /^[0-9a-f]{64}$/.test(key) && (digest === '' || digest === nodeDigest.sha256(key));
  if (!isWhole) throw new StorageError(FEED_KEY_DAMAGED);
  return key;
}

/** Stores the digest of the key, which earlier releases did not store. */
export async function sealFeedKey(runner: Runner, key: string): Promise<void> {
  const args = [nodeDigest.sha256(key)];
  await runner.execute({ sql: 'update secrets set feed_key_digest = unhex(?) where feed_key_digest is null', args });
}
