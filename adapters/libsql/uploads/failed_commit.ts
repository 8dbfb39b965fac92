import type { Client } from '@libsql/client';
import { value } from '../database.ts';
import { tryToEmptyLog } from '../scrub.ts';
import { storageErrorCode } from '../storage_error.ts';

/**
 * Takes back what a commit left behind whose wait for the disk failed. Its pages stand whole in the write-ahead log, which
 * this process knows not to be part of it; but after a crash the next one would read the log from its beginning, find
 * them, and bring back an upload that was answered 503 (seen with a failing fsync). So the log is emptied, or, where a
 * reader is in the way, they are written over by a commit that changes nothing: what stands behind it is no part of the
 * log any more. Where the disk refuses that too, the answer stays as it was: not confirmed.
 */
export async function discardFailedCommit(client: Client): Promise<void> {
  try {
    if (!(await emptied(client))) await commitNothing(client);
  } catch (error) {
    if (storageErrorCode(error) === null) throw error;
  }
}

async function emptied(client: Client): Promise<boolean> {
  try {
    return await tryToEmptyLog(client);
  } catch (error) {
    if (storageErrorCode(error) === null) throw error;
    return false;
  }
}

/** SQLite writes the page with the version, whether or not it is another one. */
async function commitNothing(client: Client): Promise<void> {
  const version = Number(await value(client, 'pragma user_version'));
  await client.execute(`pragma user_version=${version}`);
}
