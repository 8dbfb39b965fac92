import { pathToFileURL } from 'node:url';
import { type Client, createClient, LibsqlError, type Transaction } from '@libsql/client';

/** A lock that is held until it is released or its process ends, however it ends. */
export interface Lock {
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
export const acquireLock = async (path: string, { waitMs, signal }: LockWait): Promise<Lock | null> => {
  // Not a database of ours to be read or migrated, so none of openWriter's settings; a wait inside SQLite would block.
  const client = createClient({ url: pathToFileURL(path).href, concurrency: 1, timeout: 0 });
  try {
    for (let waitedMs = 0; ; waitedMs += POLL_MS) {
      const held = await begin(client);
      if (held !== null) return { release: () => release(client, held) };
      if (waitedMs >= waitMs || signal?.aborted === true) break;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  } catch (error) {
    client.close();
    throw error;
  }
  client.close();
  return null;
};

const begin = async (client: Client): Promise<Transaction | null> => {
  try {
    return await client.transaction('write');
  } catch (error) {
    if (error instanceof LibsqlError && error.code === 'SQLITE_BUSY') return null;
    throw error;
  }
};

const release = async (client: Client, held: Transaction): Promise<void> => {
  held.close();
  client.close();
};
