import { readValue } from '../database.ts';
import type { Connection } from '../prepared_statements.ts';
import { ignoreStorageError } from '../storage_error.ts';

const IS_MOSTLY_EMPTY = `
  select (select freelist_count from pragma_freelist_count) * 2 > (select page_count from pragma_page_count)`;

/**
 * Rewrites the file if more than half of it is unused, as after the erasure of an install that sent most records.
 * Without room for that on the disk, the file keeps its size.
 */
export async function shrinkDatabase(client: Connection): Promise<void> {
  if (Number(await readValue(client, IS_MOSTLY_EMPTY)) === 0) return;
  await ignoreStorageError(() => client.execute('vacuum'));
}

/** Checkpoints the write-ahead log into the database. If a reader blocks this, SQLite does it at a later commit. */
export async function emptyWriteAheadLog(client: Connection): Promise<void> {
  await ignoreStorageError(() => client.execute('pragma wal_checkpoint(truncate)'));
}
