import { closeSync, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Connection, openWriter, readValue } from '../libsql/database.ts';
import { readStorageCode, StorageError } from '../libsql/storage_error.ts';
import { readFileId } from './file_number.ts';

/**
 * Throws if a database file was emptied, because SQLite would create a new database in it or wait for other readers.
 */
export async function refuseEmptiedFile(path: string): Promise<void> {
  const { size } = await stat(path);
  if (size === 0) throw new StorageError('DATABASE_EMPTY');
}

/**
 * Throws if the write-ahead log is missing but its index (`-shm`) exists. SQLite removes both when the last connection
 * closes, so somebody must have deleted the log while a process was using it. That process would look in the deleted
 * log for pages that we write to a new one.
 */
export function refuseLostLog(path: string): void {
  if (readFileId(`${path}-shm`) !== null && readFileId(`${path}-wal`) === null) throw new StorageError('LOG_MISSING');
}

/** Checkpoints the write-ahead log into the database file and truncates the log. `before` runs first. */
export async function sealDatabase(path: string, before?: (client: Connection) => Promise<void>): Promise<void> {
  const client = await openWriter(path, { create: false });
  try {
    await before?.(client);
    const busy = await readValue(client, 'pragma wal_checkpoint(truncate)');
    if (Number(busy) !== 0) throw new StorageError('CHECKPOINT_BUSY');
  } finally {
    client.close();
  }
}

/** Offset of the file format write version in a database header, and its value for a write-ahead log. */
const [JOURNAL_AT, WITH_LOG] = [18, 2];

/**
 * Whether `sealDatabase`, the last step before a database is served, has run. Only the header of a sealed database asks
 * for a write-ahead log.
 */
export function isSealed(path: string): boolean {
  try {
    return readFirstBytes(path, JOURNAL_AT + 1)[JOURNAL_AT] === WITH_LOG;
  } catch (error) {
    if (readStorageCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Reads the first bytes of a file. This process must not have it open, because closing it would drop SQLite's locks.
 */
function readFirstBytes(path: string, bytes: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const read = new Uint8Array(bytes);
    return read.subarray(0, readSync(file, read));
  } finally {
    closeSync(file);
  }
}
