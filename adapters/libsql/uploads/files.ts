import { Buffer } from 'node:buffer';
import { fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { ChainLink } from '../../../domain/ports/uploads.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { fileNumber, numberOf } from '../../data_folder/file_number.ts';
import { WrongDatabase } from '../migrate.ts';
import { StorageError } from '../storage_error.ts';

/** SQLite's file format, section 1.3: the text that a database begins with, and where its user_version stands. */
const MAGIC = 'SQLite format 3\0';
const USER_VERSION_AT = 60;
const HEADER_BYTES = 100;

/**
 * Throws a storage fault where the file is missing, empty, no database, or one that was never migrated. Asked before
 * SQLite opens it: SQLite takes an emptied file for a new database and deletes the write-ahead log beside it, which
 * may hold uploads that were confirmed.
 */
export function requireDatabaseFile(path: string): void {
  const file = fileNumber(path);
  if (file === null) throw new StorageError('DATABASE_MISSING');
  const header = Buffer.alloc(HEADER_BYTES);
  const bytes = readSync(descriptorOf(path, file), header, 0, HEADER_BYTES, 0);
  if (bytes === 0) throw new StorageError('DATABASE_EMPTY');
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new StorageError('SQLITE_NOTADB');
  if (header.readUInt32BE(USER_VERSION_AT) === 0) throw new StorageError('DATABASE_EMPTY');
}

/**
 * Descriptors of the files looked into, by what they are; there are as many as a database was replaced while the process
 * lived. None is ever closed: the operating system would drop every lock that this process holds on the file, those of
 * SQLite's connections among them, and another process that closes its own would take itself for the last one and
 * delete the write-ahead log (https://www.sqlite.org/howtocorrupt.html, section 2.2).
 */
const descriptors = new Map<string, number>();

function descriptorOf(path: string, file: string): number {
  const kept = descriptors.get(file);
  if (kept !== undefined) return kept;
  const opened = openSync(path, 'r');
  // The file may have been replaced since it was named.
  descriptors.set(numberOf(fstatSync(opened, { bigint: true })), opened);
  return opened;
}

/**
 * Throws a storage fault where a write-ahead log lies beside a database that is missing or empty: making a new one
 * would delete it.
 */
export function refuseLostDatabase(path: string): void {
  if (bytesOf(path) === 0 && bytesOf(`${path}-wal`) > 0) throw new StorageError('DATABASE_LOST');
}

/** Whether there is no database, or one that SQLite would begin anew. */
export function isEmptyFile(path: string): boolean {
  return bytesOf(path) === 0;
}

/**
 * Why a database without uploads must not be begun, or gone on with, where a link of its chain was noted outside: as
 * what to throw, null where none was.
 */
export function lostBeside(knownLink: ChainLink | null): WrongDatabase | null {
  return knownLink === null || knownLink.n === 0
    ? null
    : new WrongDatabase(
        `uploads.db is missing or empty, but the file "link" beside it says that it held ${counted(knownLink.n, 'link')}: its uploads were lost. Restore uploads.db from a backup, or delete the file "link" to start over without them.`,
      );
}

/** Which files an open database stands for. */
export interface FileWatch {
  /** Thrown as a storage fault where the database has shrunk. */
  refuseCut(): void;
  /** Remembers the files that stand there now. */
  start(): void;
  /** Whether they are still there. */
  holds(): boolean;
  /** Whether the database itself is, whatever became of its log. */
  holdsDatabase(): boolean;
}

/**
 * Watches a database's file and its write-ahead log. SQLite writes on into files that were deleted or replaced, and
 * what it wrote there is lost; a database that grew smaller was cut off, since this project never shrinks one.
 */
export function watchFiles(path: string): FileWatch {
  const paths = [path, `${path}-wal`];
  let files: readonly (string | null)[] = [];
  let bytesMax = 0;
  const isWhole = (): boolean => {
    const bytes = bytesOf(path);
    if (bytes < bytesMax) return false;
    bytesMax = bytes;
    return true;
  };
  return {
    refuseCut: () => {
      if (!isWhole()) throw new StorageError('DATABASE_CUT');
    },
    start: () => {
      isWhole();
      files = paths.map(fileNumber);
    },
    holds: () => paths.every((file, i) => fileNumber(file) === files[i]) && isWhole(),
    holdsDatabase: () => fileNumber(path) === files[0] && isWhole(),
  };
}

function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
