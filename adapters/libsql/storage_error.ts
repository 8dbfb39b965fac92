import { LibsqlError } from '@libsql/client';
import { StorageFault, type StoreName } from '../../domain/values/storage_fault.ts';

/** SQLite's words for storage that fails, as against a fault in our own SQL. */
const STORAGE_CODES = new Set([
  'SQLITE_PERM',
  'SQLITE_ABORT',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_NOMEM',
  'SQLITE_READONLY',
  'SQLITE_INTERRUPT',
  'SQLITE_IOERR',
  'SQLITE_CORRUPT',
  'SQLITE_FULL',
  // A value or an argument beyond a gigabyte: what is stored is cut well below that, so the file holds what is not ours.
  'SQLITE_TOOBIG',
  'SQLITE_CANTOPEN',
  'SQLITE_PROTOCOL',
  'SQLITE_EMPTY',
  'SQLITE_SCHEMA',
  'SQLITE_NOTADB',
  'SQLITE_FORMAT',
  'CLIENT_CLOSED',
  'TRANSACTION_CLOSED',
]);

/**
 * The code of a storage fault, or null where the error is a bug of ours. A missing table or column counts as storage:
 * migrations ran when the file was opened, so it has been damaged or replaced since.
 */
export function storageErrorCode(error: unknown): string | null {
  if (error instanceof LibsqlError) {
    // Extended codes that the driver has no name for, SQLITE_CORRUPT_INDEX for instance, it calls UNKNOWN_SQLITE_ERROR_779.
    if (STORAGE_CODES.has(error.code))
      return error.extendedCode?.startsWith('SQLITE_') ? error.extendedCode : error.code;
    if (error.code === 'SQLITE_ERROR' && /no such (table|column)/.test(error.message)) return 'SQLITE_SCHEMA_LOST';
    if (error.code === 'SQLITE_ERROR' && error.message.includes('malformed JSON')) return 'JSON_DAMAGED';
    if (error.code === 'SQLITE_ERROR' && error.message.includes('invalid fts5 file format'))
      return 'SQLITE_CORRUPT_FTS';
    return null;
  }
  if (error instanceof StorageFault) return error.cause;
  if (error instanceof StorageError) return error.code;
  // What we keep as JSON was written as JSON, and whole numbers within the range that can be read.
  if (error instanceof SyntaxError) return 'JSON_DAMAGED';
  if (error instanceof RangeError && error.message.includes('safely represented')) return 'NUMBER_DAMAGED';
  // The driver throws this one bare where a file cannot be opened at all, a folder in its place for instance.
  if (error instanceof Error && error.message.startsWith('ConnectionFailed(')) return 'SQLITE_CANTOPEN';
  if (error instanceof Error && 'syscall' in error && 'code' in error) return String(error.code);
  return null;
}

const DAMAGE = new Set([
  'PACKED_DAMAGED',
  // A file, or a log whose index is still there, that ends before what was written.
  ...['LOG_MISSING', 'SQLITE_IOERR_SHORT_READ'],
  ...[
    'DATABASE_MISSING',
    'DATABASE_EMPTY',
    'DATABASE_CUT',
    'DATABASE_OF_OTHER_EPOCH',
    'INSTANCE_MISSING',
    'CURSOR_MISSING',
  ],
  ...['CORPUS_BLOCK_MISSING', 'CORPUS_BLOCK_SHORT', 'CORPUS_BLOCK_DAMAGED', 'TEXT_DAMAGED', 'JSON_DAMAGED'],
  ...['NUMBER_DAMAGED', 'ENOENT', 'SQLITE_NOTADB', 'SQLITE_FORMAT', 'SQLITE_SCHEMA_LOST'],
  // Nothing that is built here comes near a gigabyte: what holds such a value is built anew.
  'SQLITE_TOOBIG',
]);

/** Whether a storage fault means that the file itself is beyond use, as against a disk that is full or out of reach. */
export function isDamage(code: string | null): boolean {
  return code !== null && (DAMAGE.has(code) || code.startsWith('SQLITE_CORRUPT'));
}

/** Thrown by adapters that find their storage unusable although SQLite reported nothing. */
export class StorageError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`storage error ${code}`);
    this.code = code;
  }
}

/** Returns a function that runs work on a store and turns storage errors into `StorageFault`s that name the store. */
export function storageRunner(store: StoreName): <T>(work: () => Promise<T>) => Promise<T> {
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof StorageFault ? null : storageErrorCode(error);
      throw code === null ? error : new StorageFault(store, code);
    }
  };
}
