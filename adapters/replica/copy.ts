import { closeSync, openSync, rmSync } from 'node:fs';
import { LibsqlError } from '@libsql/client/sqlite3';
import { isIntactDatabase } from '../data_folder/epoch_check.ts';
import { refuseLostLog } from '../data_folder/epoch_files.ts';
import { type Connection, openReader, openWriter, type Runner, runInTransaction } from '../libsql/database.ts';
import { createTables } from '../libsql/migrate.ts';
import { readContent } from '../libsql/publish/content.ts';
import type { Publication } from '../libsql/publish/log_store.ts';
import { type PublishedSchema, quoteName, readSchema } from '../libsql/publish/shape.ts';
import {
  CREATE_STATE,
  hasSameRows,
  type LogState,
  parseState,
  REPLACE_STATE,
  SELECT_STATE,
  toStateArgs,
} from '../libsql/publish/state.ts';
import { type RollupVersions, requireSameRelease } from '../libsql/snapshot/origin.ts';
import { PAGE_BYTES } from '../libsql/snapshot/writer.ts';
import { StorageError } from '../libsql/storage_error.ts';
import { applyBase, applyDiff } from './apply_diff.ts';

/**
 * An edge's copy of the primary's snapshot: a database with the same rows, built from the base on the replica and kept
 * up to date with diffs. The replicator is its only writer.
 */

/** Size of the page cache in KiB. It is small because most pages are read only once. */
const CACHE_KIB = 4_096;

/**
 * Creates a database with all rows of a base. Nobody may read the file before it is checked and sealed. Throws a storage
 * fault if this release has other tables than the base.
 */
export async function createCopy(path: string, { base, state }: Publication): Promise<void> {
  const { epoch, shape, baseSeq } = state;
  removeDatabase(path);
  // Create an empty file, which SQLite accepts. If SQLite created the file itself, other users could read it.
  closeSync(openSync(path, 'wx', 0o600));
  const client = await openDatabaseCopy(path, true);
  try {
    await createTables(client, 'snapshot');
    const schema = await readSchema(client);
    if (schema.digest !== shape) throw new StorageError(OTHER_RELEASE);
    await dropOtherTriggers(client, schema);
    await client.execute(CREATE_STATE);
    await runInTransaction(client, async (tx) => {
      await tx.execute('pragma defer_foreign_keys=on');
      const { end } = await wrapContentFaults(applyBase(tx, schema, base()));
      await writeState(tx, { ...end, epoch, shape, baseSeq, logBytes: 0 });
    });
  } finally {
    client.close();
  }
}

/** The primary runs a release with different tables, so this release would misread the primary's snapshot. */
export const OTHER_RELEASE = 'SNAPSHOT_OF_OTHER_RELEASE';

/**
 * Applies the diffs that a copy lacks, each in one transaction, until the copy has the state of the publication.
 * Readers see either the old or the new snapshot. Throws a storage fault if a diff is missing or damaged or leads to
 * other rows; the copy then remains at the last snapshot that was right. Set `unfinished` if nobody reads the copy yet.
 * Returns the state that was reached, and the number of diffs.
 */
export async function applyDiffs(
  path: string,
  { state: wanted, log }: Publication,
  rollups: RollupVersions,
  unfinished = false,
): Promise<{ readonly state: LogState; readonly diffs: number }> {
  const client = await openDatabaseCopy(path, unfinished);
  try {
    const schema = await readSchema(client);
    let state = await readState(client);
    if (state.baseSeq !== wanted.baseSeq) state = { ...state, baseSeq: wanted.baseSeq, logBytes: 0 };
    let diffs = 0;
    while (state.logBytes < wanted.logBytes) {
      const before = state;
      state = await runInTransaction(client, async (tx) => {
        await tx.execute('pragma defer_foreign_keys=on');
        const source = () => log(before.logBytes);
        const reached = await wrapContentFaults(applyDiff(tx, schema, source, before));
        await requireSameRelease(tx, rollups);
        await writeState(tx, reached);
        return reached;
      });
      diffs += state.n === before.n ? 0 : 1;
    }
    if (!hasSameRows(state, wanted)) throw new StorageError('DIFF_GAP');
    return { state, diffs };
  } finally {
    client.close();
  }
}

async function openDatabaseCopy(path: string, unfinished: boolean): Promise<Connection> {
  refuseLostLog(path);
  return openWriter(path, { create: false, unfinished, pageBytes: PAGE_BYTES, cacheKiB: CACHE_KIB });
}

/** Some triggers update tables whose rows are published, too, and would count rows twice. */
async function dropOtherTriggers(client: Connection, { makesRest }: PublishedSchema): Promise<void> {
  const { rows } = await client.execute(`select name, sql from sqlite_master where type = 'trigger'`);
  for (const [name, sql] of rows.map((row) => Array.from(row, String)))
    if (!makesRest.includes(sql!)) await client.execute(`drop trigger ${quoteName(name!)}`);
}

/** Rows of a snapshot violate no constraint, so if one is violated, the rows are wrong. */
async function wrapContentFaults<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LibsqlError && error.code.startsWith('SQLITE_CONSTRAINT'))
      throw new StorageError('DIFF_CONTENT');
    throw error;
  }
}

async function writeState(runner: Runner, state: LogState): Promise<void> {
  await runner.execute({ sql: REPLACE_STATE, args: toStateArgs(state, new Uint8Array(0)) });
}

/** Reads which snapshot a copy contains. Throws a storage fault if this release cannot serve that snapshot. */
export async function readCopyState(path: string, rollups: RollupVersions): Promise<LogState> {
  const client = await openReader(path, { cacheKiB: CACHE_KIB });
  try {
    await requireSameRelease(client, rollups);
    return await readState(client);
  } finally {
    client.close();
  }
}

/**
 * Checks every row of a copy and returns the state that the copy claims to have. Throws a storage fault if the
 * integrity check of SQLite or of a full-text index fails, or if the digest of the tables or rows differs from the
 * claimed digest. Set `unfinished` if nobody reads the copy yet.
 */
export async function checkCopy(path: string, rollups: RollupVersions, unfinished = false): Promise<LogState> {
  const copy = await openDatabaseCopy(path, unfinished);
  try {
    if (!(await isIntactDatabase(copy))) throw new StorageError('INTEGRITY_CHECK');
    const state = await readState(copy);
    const shape = await readSchema(copy);
    if (shape.digest !== state.shape) throw new StorageError('COPY_SHAPE');
    const { rows, digest } = await readContent(copy, shape);
    if (rows !== state.rows || digest !== state.digest) throw new StorageError('COPY_CONTENT');
    for (const sql of shape.makesRest) {
      const table = /^create virtual table (\w+) using fts5\b/i.exec(sql)?.[1];
      if (table === undefined) continue;
      const rank = PARTLY_INDEXED_TABLES.has(table) ? 0 : ROW_CHECK_ARGUMENT;
      await copy.execute(`insert into ${table} (${table}, rank) values ('integrity-check', ${rank})`);
    }
    await requireSameRelease(copy, rollups);
    return state;
  } finally {
    copy.close();
  }
}

/** Returns the digest of the tables that this release creates. Creates and removes a temporary database at `path`. */
export async function hashSchema(path: string): Promise<string> {
  removeDatabase(path);
  const client = await openWriter(path, { create: true, unfinished: true });
  try {
    await createTables(client, 'snapshot');
    return (await readSchema(client)).digest;
  } finally {
    client.close();
    removeDatabase(path);
  }
}

function removeDatabase(path: string): void {
  for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
}

/** Reads the state of a copy, server or replica. Throws a storage fault if it has none. */
export async function readState(runner: Runner): Promise<LogState> {
  const { rows } = await runner.execute(SELECT_STATE);
  const state = parseState(rows[0]);
  if (state === null) throw new StorageError('STATE_MISSING');
  return state;
}

/** FTS5 option: also compare the full-text index with the rows from which it was built. */
const ROW_CHECK_ARGUMENT = 1;
/** Tables with rows that are not in the full-text index (schemas/snapshot.sql). */
const PARTLY_INDEXED_TABLES: ReadonlySet<string> = new Set(['knowledge_texts']);
