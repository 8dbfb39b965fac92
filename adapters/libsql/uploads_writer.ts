import { Buffer } from 'node:buffer';
import type { Client } from '@libsql/client';
import type { Random } from '../../domain/ports/random.ts';
import type { NewUpload, Outcome, UploadWriter } from '../../domain/ports/uploads.ts';
import { ok } from '../../domain/result.ts';
import { openWriter } from './database.ts';
import { migrate, WrongDatabase } from './migrate.ts';
import { reach, StorageFault, storageFault } from './storage_error.ts';
import { type FileWatch, refuseLostDatabase, requireDatabaseFile, watchFiles } from './uploads_files.ts';
import { storeUpload } from './uploads_store.ts';

const FEED_KEY_BYTES = 32;

export interface UploadWriterOptions {
  readonly random: Random;
  /**
   * True at an instance's start: a missing database is made, one that cannot be opened is thrown (WrongDatabase, or the
   * storage's error). False for one that has started before: the database must be there, and as long as it cannot be
   * opened the writer answers unreachable.
   */
  readonly create: boolean;
}

/**
 * Opens uploads.db as its one writer. Uploads are kept one after another. After any fault the connection is dropped and
 * the next upload opens the file afresh, never a new one: a database that vanished stays missed until it is back.
 */
export const openUploadWriter = async (
  path: string,
  { random, create }: UploadWriterOptions,
): Promise<UploadWriter> => {
  const files = watchFiles(path);
  const inTurn = createQueue();
  let client: Client | null = create ? await begin(path, random, files) : null;
  const drop = (): void => {
    client?.close();
    client = null;
  };
  const store = async (upload: NewUpload): Promise<readonly Outcome[]> => {
    if (client !== null && !files.holds()) drop();
    client ??= await resume(path, files);
    const outcomes = await storeUpload(client, upload);
    if (!files.holds()) throw new StorageFault('DATABASE_REPLACED');
    return outcomes;
  };
  const storeOrDrop = async (upload: NewUpload): Promise<readonly Outcome[]> => {
    try {
      return await store(upload);
    } catch (error) {
      drop();
      throw error;
    }
  };
  return {
    take: async (upload) => (upload.records.length === 0 ? ok([]) : inTurn(() => reach(() => storeOrDrop(upload)))),
    close: () =>
      inTurn(async () => {
        if (client !== null) await emptyLog(client);
        drop();
      }),
  };
};

/** Runs one piece of work after another, whether the one before succeeded or not. */
const createQueue = (): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
};

/** Opens the database at the instance's start, making and migrating it where needed. */
const begin = async (path: string, random: Random, files: FileWatch): Promise<Client> => {
  refuseLostDatabase(path);
  return prepared(await openWriter(path, { create: true }), async (client) => {
    await migrate(client, 'uploads');
    const feedKey = Buffer.from(random.bytes(FEED_KEY_BYTES)).toString('hex');
    await client.execute({
      sql: 'insert into secrets (id, feed_key) values (1, ?) on conflict do nothing',
      args: [feedKey],
    });
    await emptyLog(client);
    files.start();
  });
};

/** Opens the database again. */
const resume = async (path: string, files: FileWatch): Promise<Client> => {
  requireDatabaseFile(path);
  return prepared(await openWriter(path, { create: false }), async (client) => {
    try {
      await migrate(client, 'uploads');
    } catch (error) {
      if (error instanceof WrongDatabase) throw new StorageFault('DATABASE_WRONG');
      throw error;
    }
    files.start();
  });
};

const prepared = async (client: Client, prepare: (client: Client) => Promise<void>): Promise<Client> => {
  try {
    await prepare(client);
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
};

/** Moves the write-ahead log into the database. Where a reader is in the way, SQLite does it at a later commit. */
const emptyLog = async (client: Client): Promise<void> => {
  try {
    await client.execute('pragma wal_checkpoint(truncate)');
  } catch (error) {
    if (storageFault(error) === null) throw error;
  }
};
