import { nodeDigest } from '../../digest.ts';
import type { Runner } from '../database.ts';
import { StorageError } from '../storage_error.ts';
import { readableRows } from './damaged_rows.ts';

/** What a damaged key is called in logs and answers. */
export const FEED_KEY_DAMAGED = 'FEED_KEY_DAMAGED';

const SELECT_KEY = 'select json_group_array(json_array(feed_key, lower(hex(feed_key_digest)))) from secrets';

/**
 * The key of all keyed digests. Throws a storage fault if it is lost or damaged: under another key no digest of ids,
 * events and uploads would fit what is kept, and new ones would be kept under it.
 */
export async function readFeedKey(runner: Runner): Promise<string> {
  const [row] = await readableRows<[key: string, digest: string]>(runner, SELECT_KEY, []);
  if (row === undefined) throw new StorageError('FEED_KEY_LOST');
  const [key, digest] = row;
  const isWhole = /^[0-9a-f]{64}$/.test(key) && (digest === '' || digest === nodeDigest.sha256(key));
  if (!isWhole) throw new StorageError(FEED_KEY_DAMAGED);
  return key;
}

/** Keeps the digest of the key beside it, where an earlier release did not. */
export async function sealFeedKey(runner: Runner, key: string): Promise<void> {
  const args = [nodeDigest.sha256(key)];
  await runner.execute({ sql: 'update secrets set feed_key_digest = unhex(?) where feed_key_digest is null', args });
}
