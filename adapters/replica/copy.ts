import { closeSync, openSync, rmSync } from 'node:fs';
import type { Client } from '@libsql/client';
import { isWhole } from '../data_folder/epoch_check.ts';
import { openReader, openWriter, type Runner } from '../libsql/database.ts';
import { markAsOurs, migrate } from '../libsql/migrate.ts';
import { readContent } from '../libsql/publish/content.ts';
import { type PublishedSchema, readShape } from '../libsql/publish/shape.ts';
import { parseState, SELECT_STATE, type State } from '../libsql/publish/state.ts';
import { type RollupVersions, requireOfThisRelease } from '../libsql/snapshot/origin.ts';
import { PAGE_BYTES } from '../libsql/snapshot/writer.ts';
import { StorageError } from '../libsql/storage_error.ts';

/** The page cache in KiB: everything is read once. */
const CACHE_KIB = 2_048;

/**
 * Makes a plain database of what stands in a replica at this moment, marked as one of ours. It is built from the rows, so
 * that nothing of what was deleted is in its bytes, and it keeps no log: nobody writes into it any more.
 */
export async function copyReplica(from: string, to: string): Promise<void> {
  removeDatabase(to);
  // SQLite would make it readable to others; it takes an empty file.
  closeSync(openSync(to, 'wx', 0o600));
  const replica = await openReader(from, { cacheKiB: CACHE_KIB });
  try {
    // The driver alone writes here: SQLite only refuses this statement query-only.
    await replica.executeMultiple(
      `pragma wal_autocheckpoint=0; pragma temp_store=file; pragma page_size=${PAGE_BYTES}; pragma query_only=off;`,
    );
    await replica.execute({ sql: 'vacuum into ?', args: [to] });
  } finally {
    replica.close();
  }
  await onCopy(to, (copy) => markAsOurs(copy, 'snapshot'));
}

/** What a copy says that it shows; a storage fault where this release may not answer from it. */
export async function readCopyState(path: string, rollups: RollupVersions): Promise<State> {
  const client = await openReader(path, { cacheKiB: CACHE_KIB });
  try {
    await requireOfThisRelease(client, rollups);
    return await readStateOf(client);
  } finally {
    client.close();
  }
}

/**
 * Throws a storage fault where a copy is not, to the last row, what it says that it shows: where SQLite's check or that of
 * an index of full text finds something, or where its tables or their rows come to other digests.
 */
export function checkCopy(path: string, rollups: RollupVersions): Promise<State> {
  return onCopy(path, async (copy) => {
    if (!(await isWhole(copy))) throw new StorageError('INTEGRITY_CHECK');
    const state = await readStateOf(copy);
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

/** The digest of the tables that this release makes; `path`: where a database may be made and removed again. */
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

/** Works on a copy that nobody reads yet, or of which nothing is changed. */
async function onCopy<T>(path: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await openWriter(path, { create: false, unfinished: true, cacheKiB: CACHE_KIB });
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

async function readStateOf(runner: Runner): Promise<State> {
  const { rows } = await runner.execute(SELECT_STATE);
  const state = parseState(rows[0]);
  if (state === null) throw new StorageError('STATE_MISSING');
  return state;
}

/** Has an index of full text held against the rows that its words were taken from, too. */
const AGAINST_ROWS = 1;
/** Of some rows nothing stands in the index (adapters/libsql/migrations/snapshot/0006_knowledge.sql). */
const PARTLY_INDEXED: ReadonlySet<string> = new Set(['knowledge_texts']);

function searchTables({ makesRest }: PublishedSchema): readonly string[] {
  return makesRest.flatMap((sql) => /^create virtual table (\w+) using fts5\b/i.exec(sql)?.[1] ?? []);
}
