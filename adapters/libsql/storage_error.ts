import { LibsqlError } from '@libsql/client/sqlite3';
import { StorageFault, type StoreName } from '../../domain/values/storage_fault.ts';

/**
 * Error codes that mean failing storage rather than a bug in our SQL. SQLITE_TOOBIG means a value above a gigabyte: we
 * never store values that large, so the file is damaged.
 */
const STORAGE_FAULT_CODES: ReadonlySet<string> = new Set([
  ...['SQLITE_PERM', 'SQLITE_ABORT', 'SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_NOMEM', 'SQLITE_READONLY'],
  ...['SQLITE_INTERRUPT', 'SQLITE_IOERR', 'SQLITE_CORRUPT', 'SQLITE_FULL', 'SQLITE_TOOBIG', 'SQLITE_CANTOPEN'],
  ...['SQLITE_PROTOCOL', 'SQLITE_EMPTY', 'SQLITE_SCHEMA', 'SQLITE_NOTADB', 'SQLITE_FORMAT'],
  ...['CLIENT_CLOSED', 'TRANSACTION_CLOSED'],
]);

/**
 * Returns the code of a storage error, or null if the error is a bug. A missing table or column is a storage error:
 * the tables were checked when the file was opened, so the file was damaged or replaced after that.
 */
export function readStorageCode(error: unknown): string | null {
  if (error instanceof LibsqlError) {
    // The driver has no names for some extended codes: it reports SQLITE_CORRUPT_INDEX as UNKNOWN_SQLITE_ERROR_779.
    if (STORAGE_FAULT_CODES.has(error.code))
      return error.extendedCode?.startsWith('SQLITE_') ? error.extendedCode : error.code;
    if (error.code === 'SQLITE_ERROR' && /no such (fts5 table|table|column)/.test(error.message))
      return 'SQLITE_SCHEMA_LOST';
    if (error.code === 'SQLITE_ERROR' && error.message.includes('malformed JSON')) return 'JSON_DAMAGED';
    if (error.code === 'SQLITE_ERROR' && error.message.includes('invalid fts5 file format'))
      return 'SQLITE_CORRUPT_FTS';
    return null;
  }
  if (error instanceof StorageFault) return error.cause;
  if (error instanceof StorageError) return error.code;
  // All stored JSON was valid and all stored integers were safe when they were written.
  if (error instanceof SyntaxError) return 'JSON_DAMAGED';
  if (error instanceof RangeError && error.message.includes('safely represented')) return 'NUMBER_DAMAGED';
  // The driver throws a plain Error if it cannot open a file at all, for example if the path is a folder.
  if (error instanceof Error && error.message.startsWith('ConnectionFailed(')) return 'SQLITE_CANTOPEN';
  if (error instanceof Error && 'syscall' in error && 'code' in error) return String(error.code);
  return null;
}

const DAMAGE_CODES: ReadonlySet<string> = new Set([
  // The database file is truncated, or its write-ahead log is truncated although the log's index still exists.
  ...['LOG_MISSING', 'SQLITE_IOERR_SHORT_READ'],
  ...['DATABASE_MISSING', 'DATABASE_EMPTY', 'DATABASE_CUT', 'DATABASE_OF_OTHER_EPOCH'],
  ...['INSTANCE_MISSING', 'CURSOR_MISSING', 'PACKED_DAMAGED', 'TEXT_DAMAGED', 'JSON_DAMAGED', 'NUMBER_DAMAGED'],
  ...['CORPUS_BLOCK_MISSING', 'CORPUS_BLOCK_SHORT', 'CORPUS_BLOCK_DAMAGED'],
  ...['ENOENT', 'SQLITE_NOTADB', 'SQLITE_FORMAT', 'SQLITE_SCHEMA_LOST', 'SQLITE_TOOBIG'],
]);

/** Returns whether the file itself is damaged, as opposed to, for example, a full or missing disk. */
export function isDamageCode(code: string | null): boolean {
  return code !== null && (DAMAGE_CODES.has(code) || code.startsWith('SQLITE_CORRUPT'));
}

/** Returns the result of `work`, or null if it fails with a storage error. */
export async function ignoreStorageError<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (readStorageCode(error) === null) throw error;
    return null;
  }
}

/** Thrown if storage is unusable although SQLite reported no error. */
export class StorageError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`storage error ${code}`);
    this.code = code;
  }
}

/** Returns a function that runs work on a store and turns storage errors into `StorageFault`s that name the store. */
export function createFaultWrapper(store: StoreName): <T>(work: () => Promise<T>) => Promise<T> {
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof StorageFault ? null : readStorageCode(error);
      throw code === null ? error : new StorageFault(store, code);
    }
  };
}
