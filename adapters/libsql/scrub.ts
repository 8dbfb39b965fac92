import type { Client } from '@libsql/client';
import { inTransaction, value } from './database.ts';
import { StorageError, storageErrorCode } from './storage_error.ts';

/**
 * Takes what was deleted out of a database's bytes. `secure_delete` overwrites deleted rows where they stand, but not
 * the copies that SQLite leaves behind when it moves rows from one page to another: they lie in the gap between a
 * page's list of rows and its first row until something new is written there (seen with one erasure in ten). Here every
 * gap is filled with zeros; nothing that counts is ever read from one (SQLite's file format, section 1.6).
 */

/** B-tree pages begin with one of these: inner index, inner table, leaf of an index, leaf of a table. */
const BTREE_FLAGS: ReadonlySet<number> = new Set([2, 5, 10, 13]);
/** The file's own header stands before that of page 1. */
const FILE_HEADER_BYTES = 100;
const INNER_HEADER_BYTES = 12;
const LEAF_HEADER_BYTES = 8;

/** An overflow page begins with a page number of four bytes: below this one it never looks like a b-tree page. */
const PAGES_MAX = 0x01_00_00_00;

/** Pages that are looked at in one go. */
export const SCRUB_PAGES = 512;

/** How many pages a database has; thrown as a storage fault where its pages cannot be told apart. */
export async function pagesToScrub(client: Client): Promise<number> {
  const pages = Number(await value(client, 'pragma page_count'));
  // Pointer maps, which self-vacuuming databases have, begin like b-tree pages.
  const vacuums = Number(await value(client, 'pragma auto_vacuum'));
  if (pages > PAGES_MAX || vacuums !== 0) throw new StorageError('DATABASE_NOT_SCRUBBED');
  return pages;
}

/** Scrubs the SCRUB_PAGES pages from this one on (the first is 1) in one transaction; answers how many it changed. */
export async function scrubPages(client: Client, from: number): Promise<number> {
  const { rows } = await client.execute({
    sql: 'select pgno, data from sqlite_dbpage where pgno >= ? and pgno < ?',
    args: [BigInt(from), BigInt(from + SCRUB_PAGES)],
  });
  const changed = rows.flatMap((row) => {
    const [number, page] = [Number(row[0]), new Uint8Array(row[1] as ArrayBuffer)];
    const gap = gapOf(page, number);
    return gap?.some((byte) => byte !== 0) ? [{ number, page, gap }] : [];
  });
  if (changed.length === 0) return 0;
  await inTransaction(client, async (tx) => {
    for (const { number, page, gap } of changed) {
      gap.fill(0);
      await tx.execute({ sql: 'update sqlite_dbpage set data = ? where pgno = ?', args: [page, BigInt(number)] });
    }
  });
  return changed.length;
}

/** Scrubs a whole database at one go. Its write-ahead log holds the old pages until it is emptied. */
export async function scrubDatabase(client: Client): Promise<void> {
  const pages = await pagesToScrub(client);
  for (let from = 1; from <= pages; from += SCRUB_PAGES) await scrubPages(client, from);
}

/** The unused bytes of a b-tree page, as a view of it; null where it is another sort of page, or damaged. */
function gapOf(page: Uint8Array, number: number): Uint8Array | null {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  const header = number === 1 ? FILE_HEADER_BYTES : 0;
  const flag = view.getUint8(header);
  if (!BTREE_FLAGS.has(flag)) return null;
  const headerBytes = flag < 10 ? INNER_HEADER_BYTES : LEAF_HEADER_BYTES;
  const from = header + headerBytes + 2 * view.getUint16(header + 3);
  const to = view.getUint16(header + 5) || 65_536;
  return from <= to && to <= page.byteLength ? page.subarray(from, to) : null;
}

/** Empties the write-ahead log, without waiting for a reader: false where one is in the way. */
export async function tryToEmptyLog(client: Client): Promise<boolean> {
  const timeoutMs = Number(await value(client, 'pragma busy_timeout'));
  await client.execute('pragma busy_timeout=0');
  try {
    return Number(await value(client, 'pragma wal_checkpoint(truncate)')) === 0;
  } catch (error) {
    if (storageErrorCode(error)?.startsWith('SQLITE_BUSY') === true) return false;
    throw error;
  } finally {
    await client.execute(`pragma busy_timeout=${timeoutMs}`);
  }
}
