import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { type Runner, value } from './database.ts';
import { StorageError } from './storage_error.ts';

/**
 * Throws a storage fault if the database's file ends before its last page and the write-ahead log does not hold what is
 * missing. SQLite compares the two only when the log is empty; otherwise it reads the missing pages as zeros. Costs two
 * pragmas and the size of the file. The database itself is not opened again: closing it would drop this process' locks.
 */
export async function requireWholeFile(runner: Runner, path: string): Promise<void> {
  // Looks twice: a writer that vacuums in between makes the file shorter and changes the number of pages.
  if ((await lacksPages(runner, path)) && (await lacksPages(runner, path))) throw new StorageError('DATABASE_CUT');
}

async function lacksPages(runner: Runner, path: string): Promise<boolean> {
  const pages = Number(await value(runner, 'pragma page_count'));
  const pageBytes = Number(await value(runner, 'pragma page_size'));
  const wholePages = (): number => Math.floor(statSync(path).size / pageBytes);
  if (wholePages() >= pages) return false;
  const logged = loggedPages(`${path}-wal`, pageBytes);
  // Measured again after reading the log: a checkpoint may have moved pages into the file meanwhile.
  for (let page = wholePages() + 1; page <= pages; page++) {
    if (!logged.has(page) && page !== LOCK_BYTE / pageBytes + 1) return true;
  }
  return false;
}

/** SQLite never uses the page at this offset, so it may be missing from the log (sqlite.org/fileformat2.html, 1.4). */
const LOCK_BYTE = 2 ** 30;
/** Of the log's header and of each frame's, which precedes its page (sqlite.org/fileformat2.html, 4.1). */
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** A log begins anew with another salt: what follows its last frame is left from before. */
const SALT_IN_HEADER = 16;
const SALT_IN_FRAME = 8;

/** The numbers of the pages that a write-ahead log holds. SQLite takes no locks on this file, so it may be closed again. */
function loggedPages(path: string, pageBytes: number): ReadonlySet<number> {
  const pages = new Set<number>();
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes === 0) return pages;
  const log = openSync(path, 'r');
  try {
    const header = new DataView(new ArrayBuffer(LOG_HEADER_BYTES));
    readSync(log, header, 0, LOG_HEADER_BYTES, 0);
    const salt = header.getBigUint64(SALT_IN_HEADER);
    const frame = new DataView(new ArrayBuffer(FRAME_HEADER_BYTES));
    for (let at = LOG_HEADER_BYTES; at < bytes; at += FRAME_HEADER_BYTES + pageBytes) {
      readSync(log, frame, 0, FRAME_HEADER_BYTES, at);
      if (frame.getBigUint64(SALT_IN_FRAME) !== salt) break;
      pages.add(frame.getUint32(0));
    }
    return pages;
  } finally {
    closeSync(log);
  }
}
