import type { Client } from '@libsql/client';
import { readValue } from '../database.ts';
import { tryToEmptyLog } from '../scrub.ts';
import { storageErrorCode } from '../storage_error.ts';

/**
 * Removes the leftovers of a commit whose fsync failed. Its pages are complete in the write-ahead log. This connection
 * ignores them, but after a crash the next process would recover them from the log and bring back an upload that was
 * answered with 503 (seen with a failing fsync). So this function empties the log. If a reader blocks that, it
 * overwrites the pages with a commit that changes nothing: SQLite ignores old frames after it. If the disk fails again,
 * nothing more is done; the upload is still not confirmed.
 */
export async function discardFailedCommit(client: Client): Promise<void> {
  try {
    if (!(await tryEmptying(client))) await commitUnchanged(client);
  } catch (error) {
    if (storageErrorCode(error) === null) throw error;
  }
}

async function tryEmptying(client: Client): Promise<boolean> {
  try {
    return await tryToEmptyLog(client);
  } catch (error) {
    if (storageErrorCode(error) === null) throw error;
    return false;
  }
}

/** Commits the current user_version again: SQLite writes its page even if the value is the same. */
async function commitUnchanged(client: Client): Promise<void> {
  const version = Number(await readValue(client, 'pragma user_version'));
  await client.execute(`pragma user_version=${version}`);
}
