import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { type Runner, readValue } from './database.ts';
import { StorageError } from './storage_error.ts';

/**
 * Throws a storage fault if the database file is truncated and the write-ahead log does not contain the missing pages.
 * SQLite checks this only if the log is empty; otherwise it reads missing pages as zeros. Costs two pragmas and a stat.
 * The database file is not opened here, because closing it would drop this process's locks on it.
 */
export async function requireWholeFile(runner: Runner, path: string): Promise<void> {
  // Checks twice, because a writer may vacuum between the two reads, which changes the page count and the file size.
  if ((await hasMissingPages(runner, path)) && (await hasMissingPages(runner, path)))
    throw new StorageError('DATABASE_CUT');
}

async function hasMissingPages(runner: Runner, path: string): Promise<boolean> {
  const pages = Number(await readValue(runner, 'pragma page_count'));
  const pageBytes = Number(await readValue(runner, 'pragma page_size'));
  const wholePages = (): number => Math.floor(statSync(path).size / pageBytes);
  if (wholePages() >= pages) return false;
  const logged = readLoggedPages(`${path}-wal`, pageBytes);
  // Reads the size again after reading the log, because a checkpoint may have moved pages into the file in between.
  for (let page = wholePages() + 1; page <= pages; page++) {
    if (!logged.has(page) && page !== LOCK_BYTE_OFFSET / pageBytes + 1) return true;
  }
  return false;
}

/** SQLite never uses the page at this offset, so it may be missing from the log (sqlite.org/fileformat2.html, 1.4). */
const LOCK_BYTE_OFFSET = 2 ** 30;
/** Sizes of the log's header and of each frame's header, which precedes its page (sqlite.org/fileformat2.html, 4.1). */
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Offsets of the salt. SQLite restarts a log with a new salt, so frames with a different salt are old and ignored. */
const SALT_OFFSET_IN_LOG = 16;
const SALT_OFFSET_IN_FRAME = 8;

/** Returns the page numbers in a write-ahead log. Closing this file is safe: SQLite takes no locks on it. */
function readLoggedPages(path: string, pageBytes: number): ReadonlySet<number> {
  const pages = new Set<number>();
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes === 0) return pages;
  const log = openSync(path, 'r');
  try {
    const header = new DataView(new ArrayBuffer(LOG_HEADER_BYTES));
    readSync(log, header, 0, LOG_HEADER_BYTES, 0);
    const salt = header.getBigUint64(SALT_OFFSET_IN_LOG);
    const frame = new DataView(new ArrayBuffer(FRAME_HEADER_BYTES));
    for (let at = LOG_HEADER_BYTES; at < bytes; at += FRAME_HEADER_BYTES + pageBytes) {
      readSync(log, frame, 0, FRAME_HEADER_BYTES, at);
      if (frame.getBigUint64(SALT_OFFSET_IN_FRAME) !== salt) break;
      pages.add(frame.getUint32(0));
    }
    return pages;
  } finally {
    closeSync(log);
  }
}
