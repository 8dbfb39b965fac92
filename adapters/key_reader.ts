import type { Clock } from '../domain/ports/clock.ts';
import type { KeyReader, KeyState } from '../domain/ports/keys.ts';
import { catchFault, StorageFault } from '../domain/values/storage_fault.ts';
import { type DataDir, readCurrentEpoch } from './data_folder/data_dir.ts';
import { readFileId } from './data_folder/file_number.ts';
import { type Connection, openReader, type Runner, readValue } from './libsql/database.ts';
import { createFaultWrapper, StorageError } from './libsql/storage_error.ts';
import { requireDatabaseFile, watchFiles } from './libsql/uploads/files.ts';
import { findKey } from './libsql/uploads/operator_keys.ts';

const wrapFaults = createFaultWrapper('snapshot');

/** Interval between retries after a fault, and between checks whether an open connection's files were replaced. */
const CHECK_INTERVAL_MS = 1_000;
/** The cache is small because a query reads only one leaf of an index. */
const CACHE_KIB = 256;
/**
 * The busy timeout is short, because waiting blocks the thread that answers requests, and the writer blocks readers
 * only briefly.
 */
const BUSY_WAIT_MS = 50;

/**
 * Looks up keys in uploads.db through a query-only connection, so that a new or revoked key takes effect with the next
 * request. If uploads.db cannot be read, searches the key hashes in the served snapshot instead.
 */
export function createKeyReader(dir: DataDir, clock: Clock): KeyReader {
  const uploads = createUploadsLookup(dir, clock);
  const snapshot = createCopiedKeyReader(dir);
  return {
    find: async (keyHash) => {
      const state = await catchFault(uploads.find(keyHash));
      return state instanceof StorageFault ? snapshot.find(keyHash) : state;
    },
    close: async () => {
      await uploads.close();
      await snapshot.close();
    },
  };
}

function createUploadsLookup(dir: DataDir, clock: Clock): KeyReader {
  const path = dir.uploadsDb;
  const files = watchFiles(path);
  const connection = createConnection();
  let fault: string | null = null;
  let checkedMs = Number.NEGATIVE_INFINITY;

  /** Whether it is time to check the files again. A clock that is set back does not delay the check. */
  const isDue = (): boolean => {
    const nowMs = clock.nowMs();
    if (nowMs >= checkedMs && nowMs - checkedMs < CHECK_INTERVAL_MS) return false;
    checkedMs = nowMs;
    return true;
  };

  const openFresh = async (): Promise<Connection> => {
    dir.requireSame();
    requireDatabaseFile(path);
    files.start();
    return openKeyLookup(path);
  };

  const open = (): Promise<Connection> => {
    if (isDue()) {
      fault = null;
      if (connection.isOpen() && !files.holds()) connection.close();
    }
    if (fault !== null) throw new StorageError(fault);
    return connection.open(path, openFresh);
  };

  return {
    find: async (keyHash) => {
      const state = await catchFault(wrapFaults(async () => findKey(await open(), keyHash)));
      if (!(state instanceof StorageFault)) return state;
      fault ??= state.cause;
      connection.close();
      throw state;
    },
    close: async () => connection.close(),
  };
}

/** Looks up keys only in the key hashes of the served snapshot. Used on an edge. */
export function createCopiedKeyReader(dir: DataDir): KeyReader {
  const connection = createConnection();
  return {
    find: async (keyHash) => {
      const finding = wrapFaults(async (): Promise<KeyState> => {
        const epoch = readCurrentEpoch(dir);
        if (epoch === null) throw new StorageError('NO_SNAPSHOT_YET');
        const path = dir.snapshotDb(epoch);
        // An edge replaces the file with a newer copy, so its path does not identify it.
        const name = `${path} ${readFileId(path)}`;
        return (await isListedKey(await connection.open(name, () => openKeyLookup(path)), keyHash))
          ? 'live'
          : 'unknown';
      });
      const state = await catchFault(finding);
      if (!(state instanceof StorageFault)) return state;
      connection.close();
      throw state;
    },
    close: async () => connection.close(),
  };
}

/** Keeps one connection open, which concurrent lookups share. Opening a connection under a different name closes it. */
function createConnection() {
  let open: { readonly name: string; readonly client: Promise<Connection> } | null = null;
  const close = (): void => {
    // If opening failed, there is nothing to close, and the caller of `open` received the error.
    open?.client.then(
      (client) => client.close(),
      () => {},
    );
    open = null;
  };
  return {
    isOpen: () => open !== null,
    open: (name: string, openClient: () => Promise<Connection>): Promise<Connection> => {
      if (open?.name !== name) {
        close();
        open = { name, client: openClient() };
      }
      return open.client;
    },
    close,
  };
}

async function openKeyLookup(path: string): Promise<Connection> {
  const client = await openReader(path, { cacheKiB: CACHE_KIB });
  await client.execute(`pragma busy_timeout=${BUSY_WAIT_MS}`);
  return client;
}

/** Whether a key was valid when the snapshot was written. */
async function isListedKey(runner: Runner, keyHash: string): Promise<boolean> {
  return (await readValue(runner, 'select 1 from key_hashes where hash = unhex(?)', [keyHash])) !== undefined;
}
