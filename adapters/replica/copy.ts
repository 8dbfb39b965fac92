import { closeSync, openSync, rmSync } from 'node:fs';
import type { Client } from '@libsql/client';
import { passesIntegrityCheck } from '../data_folder/epoch_check.ts';
import { openReader, openWriter, type Runner } from '../libsql/database.ts';
import { markAsOurs, migrate } from '../libsql/migrate.ts';
import { readContent } from '../libsql/publish/content.ts';
import { type PublishedSchema, readShape } from '../libsql/publish/shape.ts';
import { parseState, SELECT_STATE, type State } from '../libsql/publish/state.ts';
import { type RollupVersions, requireOfThisRelease } from '../libsql/snapshot/origin.ts';
import { PAGE_BYTES } from '../libsql/snapshot/writer.ts';
import { StorageError } from '../libsql/storage_error.ts';

/** Size of the page cache in KiB. It is small because every page is read only once. */
const CACHE_KIB = 2_048;

/**
 * Copies a replica's current content to a plain database with our application id. The copy is built from the rows, so
 * its bytes contain no deleted data. It has no write-ahead log, because nobody writes to it afterwards.
 */
export async function copyReplica(from: string, to: string): Promise<void> {
  removeDatabase(to);
  // Create an empty file, which SQLite accepts. If SQLite created the file itself, other users could read it.
  closeSync(openSync(to, 'wx', 0o600));
  const replica = await openReader(from, { cacheKiB: CACHE_KIB });
  try {
    // `vacuum into` does not change the replica, but SQLite refuses to run it on a query-only connection.
    await replica.executeMultiple(
      `pragma wal_autocheckpoint=0; pragma temp_store=file; pragma page_size=${PAGE_BYTES}; pragma query_only=off;`,
    );
    await replica.execute({ sql: 'vacuum into ?', args: [to] });
  } finally {
    replica.close();
  }
  await withCopy(to, (copy) => markAsOurs(copy, 'snapshot'));
}

/** Reads which snapshot a copy contains. Throws a storage fault if this release cannot serve that snapshot. */
export async function readCopyState(path: string, rollups: RollupVersions): Promise<State> {
  const client = await openReader(path, { cacheKiB: CACHE_KIB });
  try {
    await requireOfThisRelease(client, rollups);
    return await readState(client);
  } finally {
    client.close();
  }
}

/**
 * Checks every row of a copy and returns the state that the copy claims to have. Throws a storage fault if the
 * integrity check of SQLite or of a full-text index fails, or if the digest of the tables or rows differs from the
 * claimed digest.
 */
export function checkCopy(path: string, rollups: RollupVersions): Promise<State> {
  return withCopy(path, async (copy) => {
    if (!(await passesIntegrityCheck(copy))) throw new StorageError('INTEGRITY_CHECK');
    const state = await readState(copy);
    const shape = await readShape(copy);
    if (shape.digest !== state.shape) throw new StorageError('COPY_SHAPE');
    const { rows, digest } = await readContent(copy, shape);
    if (rows !== state.rows || digest !== state.digest) throw new StorageError('COPY_CONTENT');
    for (const table of searchTables(shape)) {
      const rank = PARTLY_INDEXED.has(table) ? 0 : AGAINST_ROWS;
      await copy.execute(`insert into ${table} (${table}, rank) values ('integrity-check', ${rank})`);
    }
    await requireOfThisRelease(copy, rollups);
    return state;
  });
}

/** Returns the digest of the tables that this release creates. Creates and removes a temporary database at `path`. */
export async function shapeOfThisRelease(path: string): Promise<string> {
  removeDatabase(path);
  const client = await openWriter(path, { create: true, unfinished: true });
  try {
    await migrate(client, 'snapshot');
    return (await readShape(client)).digest;
  } finally {
    client.close();
    removeDatabase(path);
  }
}

function removeDatabase(path: string): void {
  for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
}

/** Opens a copy for read-only work, or for work that ends before anybody else reads the copy. */
async function withCopy<T>(path: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await openWriter(path, { create: false, unfinished: true, cacheKiB: CACHE_KIB });
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

async function readState(runner: Runner): Promise<State> {
  const { rows } = await runner.execute(SELECT_STATE);
  const state = parseState(rows[0]);
  if (state === null) throw new StorageError('STATE_MISSING');
  return state;
}

/** FTS5 option: also compare the full-text index with the rows from which it was built. */
const AGAINST_ROWS = 1;
/** Tables with rows that are not in the full-text index (migrations/snapshot/0006_knowledge.sql). */
const PARTLY_INDEXED: ReadonlySet<string> = new Set(['knowledge_texts']);

function searchTables({ makesRest }: PublishedSchema): readonly string[] {
  return makesRest.flatMap((sql) => /^create virtual table (\w+) using fts5\b/i.exec(sql)?.[1] ?? []);
}
