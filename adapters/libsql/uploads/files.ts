import { Buffer } from 'node:buffer';
import { fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { ChainLink } from '../../../domain/ports/uploads.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { formatFileId, readFileId } from '../../data_folder/file_number.ts';
import { WrongDatabase } from '../migrate.ts';
import { StorageError } from '../storage_error.ts';

/** SQLite's file format, section 1.3: the first bytes of a database, and the offset of its user_version. */
const SQLITE_MAGIC = 'SQLite format 3\0';
const USER_VERSION_OFFSET = 60;
const HEADER_BYTES = 100;

/**
 * Throws a storage fault if the file is missing, empty, not a database, or a database that was never migrated. Must be
 * called before SQLite opens the file: SQLite treats an empty file as a new database and deletes the write-ahead log
 * beside it, which may contain confirmed uploads.
 */
export function requireDatabaseFile(path: string): void {
  const file = readFileId(path);
  if (file === null) throw new StorageError('DATABASE_MISSING');
  const header = Buffer.alloc(HEADER_BYTES);
  const bytes = readSync(openDescriptor(path, file), header, 0, HEADER_BYTES, 0);
  if (bytes === 0) throw new StorageError('DATABASE_EMPTY');
  if (header.toString('latin1', 0, SQLITE_MAGIC.length) !== SQLITE_MAGIC) throw new StorageError('SQLITE_NOTADB');
  if (header.readUInt32BE(USER_VERSION_OFFSET) === 0) throw new StorageError('DATABASE_EMPTY');
}

/**
 * Descriptors of the files read so far, by file number: one for each file that was ever at a database's path. They are
 * never closed, because closing one makes the operating system drop every lock that this process holds on the file,
 * including SQLite's. Another process closing its connection would then take itself for the last one and delete the
 * write-ahead log (https://www.sqlite.org/howtocorrupt.html, section 2.2).
 */
const fileDescriptors = new Map<string, number>();

function openDescriptor(path: string, file: string): number {
  const known = fileDescriptors.get(file);
  if (known !== undefined) return known;
  const opened = openSync(path, 'r');
  // The file may have been replaced since its number was read.
  fileDescriptors.set(formatFileId(fstatSync(opened, { bigint: true })), opened);
  return opened;
}

/** Throws if the database is lost but its write-ahead log is not: a new database would delete the log. */
export function refuseLostDatabase(path: string): void {
  if (readFileSize(path) === 0 && readFileSize(`${path}-wal`) > 0) throw new StorageError('DATABASE_LOST');
}

/** Returns whether the file is missing or empty, so that SQLite would create a new database. */
export function isEmptyFile(path: string): boolean {
  return readFileSize(path) === 0;
}

/**
 * Returns the error to throw if the database turns out to have no uploads although `knownLink`, which is stored outside
 * it, proves that it once had some. Returns null if there is no such link.
 */
export function createLostDatabaseError(knownLink: ChainLink | null): WrongDatabase | null {
  return knownLink === null || knownLink.n === 0
    ? null
    : new WrongDatabase(
        `uploads.db is missing or empty, but the file "link" beside it says that it held ${formatQuantity(knownLink.n, 'link')}: its uploads were lost. Restore uploads.db from a backup, or delete the file "link" to start over without them.`,
      );
}

/** Watches the files of an open database. */
export interface FileWatch {
  /** Throws a storage fault if the database file has become shorter. */
  refuseCut(): void;
  /** Remembers the files that currently exist. */
  start(): void;
  /** Returns whether the same files still exist and the database file has not become shorter. */
  holds(): boolean;
  /** Like `holds`, but for the database file only, regardless of its log. */
  holdsDatabase(): boolean;
}

/**
 * Watches a database file and its write-ahead log. SQLite keeps writing to files that have been deleted or replaced,
 * and those writes are lost. A file that has become shorter was truncated, because this project shrinks a
 * database only before it watches it.
 */
export function watchFiles(path: string): FileWatch {
  const paths = [path, `${path}-wal`];
  let files: readonly (string | null)[] = [];
  let bytesMax = 0;
  const checkSize = (): boolean => {
    const bytes = readFileSize(path);
    if (bytes < bytesMax) return false;
    bytesMax = bytes;
    return true;
  };
  return {
    refuseCut: () => {
      if (!checkSize()) throw new StorageError('DATABASE_CUT');
    },
    start: () => {
      checkSize();
      files = paths.map(readFileId);
    },
    holds: () => paths.every((file, i) => readFileId(file) === files[i]) && checkSize(),
    holdsDatabase: () => readFileId(path) === files[0] && checkSize(),
  };
}

function readFileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
