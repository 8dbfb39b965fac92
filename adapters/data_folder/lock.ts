import { closeSync, openSync } from 'node:fs';
import { type Client, createClient, LibsqlError, type Transaction } from '@libsql/client';
import { driverUrl } from '../libsql/file_name.ts';
import { fileNumber } from './file_number.ts';

/** A lock that is held until it is released or its process ends, however it ends. */
export interface Lock {
  /** Whether the file still is the one that was locked: another one in its place, or none, keeps nobody out. */
  holds(): boolean;
  release(): Promise<void>;
}

export interface LockWait {
  /** How long to wait for another holder; 0 asks once, Infinity waits for ever. */
  readonly waitMs: number;
  /** Ends the waiting early. */
  readonly signal?: AbortSignal;
}

const POLL_MS = 50;

/**
 * Takes the lock that a file stands for, between processes and within one; null where it stayed held. The lock is a
 * write transaction on an otherwise empty database, so that the operating system drops it with its holder and it works
 * alike on Node and Deno. The file is left in place: who removed it could let two holders in. No one may open it by
 * other means, since closing it would drop the locks of the whole process.
 */
export async function acquireLock(path: string, { waitMs, signal }: LockWait): Promise<Lock | null> {
  let file = openFile(path);
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    // A file put in its place since is another lock, and that one counts.
    if (!file.holds()) {
      file.client.close();
      file = openFile(path);
    }
    const held = await begin(file.client);
    if (held !== null && file.holds()) return { holds: file.holds, release: () => release(file.client, held) };
    held?.close();
    if (waitedMs >= waitMs || signal?.aborted === true) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  file.client.close();
  return null;
}

interface LockFile {
  readonly client: Client;
  /** Whether it still stands under its name. */
  readonly holds: () => boolean;
}

function openFile(path: string): LockFile {
  makeFile(path);
  const file = fileNumber(path);
  return {
    // Not a database of ours to be read or migrated, so none of openWriter's settings; a wait inside SQLite would block.
    client: createClient({ url: driverUrl(path), concurrency: 1, timeout: 0 }),
    holds: () => file !== null && fileNumber(path) === file,
  };
}

/** A file made here and now was locked by nobody yet, so that closing it drops no lock. */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

async function begin(client: Client): Promise<Transaction | null> {
  try {
    return await client.transaction('write');
  } catch (error) {
    if (error instanceof LibsqlError && error.code === 'SQLITE_BUSY') return null;
    client.close();
    throw error;
  }
}

async function release(client: Client, held: Transaction): Promise<void> {
  held.close();
  client.close();
}
