import { readValue, runInTransaction } from './database.ts';
import type { Connection } from './prepared_statements.ts';
import { readStorageCode, StorageError } from './storage_error.ts';

/**
 * Overwrites deleted data in the bytes of a database. `secure_delete` overwrites deleted rows, but not the copies that
 * SQLite leaves behind when it moves rows between pages: they stay in the gap between a page's cell pointers and its
 * first cell until new data is written there (seen in one in ten erasures). This module therefore fills every gap with
 * zeros; SQLite never reads from a gap (SQLite's file format, section 1.6).
 */

/** First byte of a b-tree page: interior index, interior table, leaf index or leaf table. */
const BTREE_PAGE_FLAGS: ReadonlySet<number> = new Set([2, 5, 10, 13]);
/** Page 1 starts with the file header. */
const FILE_HEADER_BYTES = 100;
const INNER_HEADER_BYTES = 12;
const LEAF_HEADER_BYTES = 8;

/**
 * Maximum number of pages. An overflow page starts with a 4-byte page number, whose first byte is 0 below this limit,
 * so the page cannot be mistaken for a b-tree page.
 */
const DATABASE_PAGES_MAX = 0x01_00_00_00;

/** Number of pages that `scrubPages` handles in one transaction, during which other writers have to wait. */
export const PAGES_PER_SCRUB = 512;

/** Returns the number of pages. Throws a storage fault if the page types cannot be distinguished. */
export async function countPagesToScrub(client: Connection): Promise<number> {
  const pages = Number(await readValue(client, 'pragma page_count'));
  // Auto-vacuum databases have pointer-map pages, which can start with the same bytes as b-tree pages.
  const autoVacuum = Number(await readValue(client, 'pragma auto_vacuum'));
  if (pages > DATABASE_PAGES_MAX || autoVacuum !== 0) throw new StorageError('DATABASE_NOT_SCRUBBED');
  return pages;
}

/**
 * Scrubs PAGES_PER_SCRUB pages starting at `from` (the first page is 1) in one transaction. Returns the number of
 * changed pages.
 */
export async function scrubPages(client: Connection, from: number): Promise<number> {
  const { rows } = await client.execute({
    sql: 'select pgno, data from sqlite_dbpage where pgno >= ? and pgno < ?',
    args: [BigInt(from), BigInt(from + PAGES_PER_SCRUB)],
  });
  const changed = rows.flatMap((row) => {
    const [number, page] = [Number(row[0]), new Uint8Array(row[1] as ArrayBuffer)];
    const gap = findUnusedBytes(page, number);
    return gap?.some((byte) => byte !== 0) ? [{ number, page, gap }] : [];
  });
  if (changed.length === 0) return 0;
  await runInTransaction(client, async (tx) => {
    for (const { number, page, gap } of changed) {
      gap.fill(0);
      await tx.execute({ sql: 'update sqlite_dbpage set data = ? where pgno = ?', args: [page, BigInt(number)] });
    }
  });
  return changed.length;
}

/** Scrubs all pages of a database. Its write-ahead log still contains the old pages until the log is emptied. */
export async function scrubDatabase(client: Connection): Promise<void> {
  const pages = await countPagesToScrub(client);
  for (let from = 1; from <= pages; from += PAGES_PER_SCRUB) await scrubPages(client, from);
}

/** Returns a view of the unused bytes of a b-tree page, or null if the page is of another type or damaged. */
function findUnusedBytes(page: Uint8Array, number: number): Uint8Array | null {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  const header = number === 1 ? FILE_HEADER_BYTES : 0;
  const flag = view.getUint8(header);
  if (!BTREE_PAGE_FLAGS.has(flag)) return null;
  const headerBytes = flag < 10 ? INNER_HEADER_BYTES : LEAF_HEADER_BYTES;
  const from = header + headerBytes + 2 * view.getUint16(header + 3);
  const to = view.getUint16(header + 5) || 65_536;
  return from <= to && to <= page.byteLength ? page.subarray(from, to) : null;
}

/** Empties the write-ahead log without waiting for readers. Returns false if a reader blocks it. */
export async function tryEmptyingLog(client: Connection): Promise<boolean> {
  const timeoutMs = Number(await readValue(client, 'pragma busy_timeout'));
  await client.execute('pragma busy_timeout=0');
  try {
    return Number(await readValue(client, 'pragma wal_checkpoint(truncate)')) === 0;
  } catch (error) {
    if (readStorageCode(error)?.startsWith('SQLITE_BUSY') === true) return false;
    throw error;
  } finally {
    await client.execute(`pragma busy_timeout=${timeoutMs}`);
  }
}
