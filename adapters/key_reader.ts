import type { Client } from '@libsql/client';
import type { Clock } from '../domain/ports/clock.ts';
import type { KeyReader, KeyState } from '../domain/ports/keys.ts';
import { orStorageFault, StorageFault } from '../domain/values/storage_fault.ts';
import { currentEpoch, type DataDir } from './data_folder/data_dir.ts';
import { fileNumber } from './data_folder/file_number.ts';
import { openReader, type Runner, value } from './libsql/database.ts';
import { StorageError, storageRunner } from './libsql/storage_error.ts';
import { requireDatabaseFile, watchFiles } from './libsql/uploads/files.ts';
import { findKey } from './libsql/uploads/operator_keys.ts';

const runStorage = storageRunner('snapshot');

/** After a fault uploads.db is tried again no sooner; as often the files behind an open connection are looked at. */
const LOOK_EVERY_MS = 1_000;
/** A query reads one leaf of an index. */
const CACHE_KIB = 256;
/** Readers and writer are not in each other's way but for moments; the thread that waits answers nobody meanwhile. */
const BUSY_MS = 50;

/**
 * Looks keys up in uploads.db through a query-only connection, so that a command's change holds for the next request;
 * where that cannot be read, among the hashes in the served snapshot.
 */
export function createKeyReader(dir: DataDir, clock: Clock): KeyReader {
  const uploads = createUploadsLookup(dir, clock);
  const snapshot = createSnapshotLookup(dir);
  return {
    find: async (keyHash) => {
      const found = await orStorageFault(uploads.find(keyHash));
      return found instanceof StorageFault ? snapshot.find(keyHash) : found;
    },
    close: async () => {
      uploads.close();
      snapshot.close();
    },
  };
}

/** Looks keys up among the hashes in the served snapshot alone, for an edge. */
export function createCopiedKeyReader(dir: DataDir): KeyReader {
  const { find, close } = createSnapshotLookup(dir);
  return { find, close: async () => close() };
}

interface Lookup {
  find(keyHash: string): Promise<KeyState>;
  close(): void;
}

function createUploadsLookup(dir: DataDir, clock: Clock): Lookup {
  const path = dir.uploadsDb;
  const files = watchFiles(path);
  const connection = createConnection();
  let fault: string | null = null;
  let lookedMs = Number.NEGATIVE_INFINITY;

  /** Whether it is time to look at the files again; a clock set back does not put it off. */
  const isDue = (): boolean => {
    const nowMs = clock.nowMs();
    if (nowMs >= lookedMs && nowMs - lookedMs < LOOK_EVERY_MS) return false;
    lookedMs = nowMs;
    return true;
  };

  const begin = async (): Promise<Client> => {
    dir.requireSame();
    requireDatabaseFile(path);
    files.start();
    return openLookup(path);
  };

  const open = (): Promise<Client> => {
    if (isDue()) {
      fault = null;
      if (connection.isOpen() && !files.holds()) connection.close();
    }
    if (fault !== null) throw new StorageError(fault);
    return connection.open(path, begin);
  };

  return {
    find: async (keyHash) => {
      const found = await orStorageFault(runStorage(async () => findKey(await open(), keyHash)));
      if (!(found instanceof StorageFault)) return found;
      fault ??= found.cause;
      connection.close();
      throw found;
    },
    close: connection.close,
  };
}

function createSnapshotLookup(dir: DataDir): Lookup {
  const connection = createConnection();
  return {
    find: async (keyHash) => {
      const finding = runStorage(async (): Promise<KeyState> => {
        const epoch = currentEpoch(dir);
        if (epoch === null) throw new StorageError('NO_SNAPSHOT_YET');
        const path = dir.snapshotDb(epoch);
        // An edge puts a newer copy in the place of the one before it.
        const name = `${path} ${fileNumber(path)}`;
        return (await isListed(await connection.open(name, () => openLookup(path)), keyHash)) ? 'live' : 'unknown';
      });
      const found = await orStorageFault(finding);
      if (!(found instanceof StorageFault)) return found;
      connection.close();
      throw found;
    },
    close: connection.close,
  };
}

/** One connection at a time, shared by those who ask at once; another name closes it and opens another. */
function createConnection() {
  let open: { readonly name: string; readonly client: Promise<Client> } | null = null;
  const close = (): void => {
    // One that did not open has nothing to close; who asked for it was told.
    open?.client.then(
      (client) => client.close(),
      () => {},
    );
    open = null;
  };
  return {
    isOpen: () => open !== null,
    open: (name: string, begin: () => Promise<Client>): Promise<Client> => {
      if (open?.name !== name) {
        close();
        open = { name, client: begin() };
      }
      return open.client;
    },
    close,
  };
}

async function openLookup(path: string): Promise<Client> {
  const client = await openReader(path, { cacheKiB: CACHE_KIB });
  await client.execute(`pragma busy_timeout=${BUSY_MS}`);
  return client;
}

/** Whether a key was live when the snapshot was written. */
async function isListed(runner: Runner, keyHash: string): Promise<boolean> {
  return (await value(runner, 'select 1 from key_hashes where hash = unhex(?)', [keyHash])) !== undefined;
}
