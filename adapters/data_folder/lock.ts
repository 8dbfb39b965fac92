import { closeSync, openSync } from 'node:fs';
import { LibsqlError } from '@libsql/client/sqlite3';
import { type Connection, openConnection, type Transaction } from '../libsql/prepared_statements.ts';
import { readFaultCode } from '../read_if_exists.ts';
import { readFileId } from './file_number.ts';

/** A lock that is held until it is released or its process ends, even if it crashes. */
export interface Lock {
  /**
   * Whether the path still leads to the locked file. If that file was deleted or replaced, the lock keeps nobody out.
   */
  holds(): boolean;
  release(): Promise<void>;
}

export interface LockWait {
  /** Maximum time to wait for another holder: 0 tries once, Infinity waits forever. */
  readonly waitMs: number;
  /** Ends the wait early. */
  readonly signal?: AbortSignal;
}

const LOCK_POLL_MS = 50;

/**
 * Acquires a file's lock, which excludes other processes as well as other holders in this process. Returns null if
 * another holder kept it for the whole wait. The lock is a write transaction on an empty database: the operating system
 * releases it when the holder ends, and it works the same on Node and Deno. The file is never removed, because that
 * could allow two holders. Do not open the file in any other way: closing it would drop all of this process's locks on
 * it.
 */
export async function acquireLock(path: string, { waitMs, signal }: LockWait): Promise<Lock | null> {
  let file = openLockFile(path);
  for (let waitedMs = 0; ; waitedMs += LOCK_POLL_MS) {
    // If the file was replaced, the new file is the lock.
    if (!file.holds()) {
      file.client.close();
      file = openLockFile(path);
    }
    const transaction = await beginLockTransaction(file.client);
    if (transaction !== null && file.holds())
      return { holds: file.holds, release: () => releaseLock(file.client, transaction) };
    transaction?.close();
    if (waitedMs >= waitMs || signal?.aborted === true) break;
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
  }
  file.client.close();
  return null;
}

interface LockFile {
  readonly client: Connection;
  /** Whether the path still leads to this file. */
  readonly holds: () => boolean;
}

function openLockFile(path: string): LockFile {
  createLockFile(path);
  const file = readFileId(path);
  return {
    // Not with openWriter, whose pragmas write to the file. The timeout is 0, because waiting inside SQLite would block
    // the thread.
    client: openConnection(path, 'pragma busy_timeout=0'),
    holds: () => file !== null && readFileId(path) === file,
  };
}

/** Creates the file if it is missing. Nobody can have locked a new file yet, so closing it drops no lock. */
function createLockFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (readFaultCode(error) !== 'EEXIST') throw error;
  }
}

async function beginLockTransaction(client: Connection): Promise<Transaction | null> {
  try {
    return await client.transaction('write');
  } catch (error) {
    if (error instanceof LibsqlError && error.code === 'SQLITE_BUSY') return null;
    client.close();
    throw error;
  }
}

async function releaseLock(client: Connection, transaction: Transaction): Promise<void> {
  transaction.close();
  client.close();
}
