import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createClient, type InArgs } from '@libsql/client/sqlite3';
import { type Connection, openConnection, type Transaction } from './prepared_statements.ts';
import { StorageError } from './storage_error.ts';
import { BYTE_CAST_MARK, decodeText } from './text_guard.ts';

export type { Connection, Transaction } from './prepared_statements.ts';

/**
 * Opens connections. One process writes and checkpoints a database; all others open it query-only (contract, section 7,
 * One writer).
 */
export interface OpenOptions {
  /** Size of the page cache in KiB. */
  readonly cacheKiB?: number;
}

const CACHE_KIB = 16_384;

const DURABLE_PRAGMAS = 'pragma journal_mode=wal; pragma synchronous=full;';
/** Keeps the rollback journal in memory, so that transactions can still be rolled back. */
const UNFINISHED_PRAGMAS = 'pragma journal_mode=memory; pragma synchronous=off;';

export interface WriterOptions extends OpenOptions {
  /**
   * Creates the file if it is missing. If false, a missing file is a storage fault, so that a database that disappeared
   * from a running process is never silently replaced by a new one.
   */
  readonly create: boolean;
  readonly pageBytes?: number;
  /**
   * True if nobody reads the file before it is complete and a crash deletes it. The file is then written without a
   * write-ahead log and without fsync; the caller must sync it before making it readable.
   */
  readonly unfinished?: boolean;
}

/** Opens a database as its only writer, with WAL and full sync: a commit that returned survives a power cut. */
export async function openWriter(path: string, options: WriterOptions): Promise<Connection> {
  if (!options.create) requireFile(path);
  return openConnection(path, buildWriterPragmas(options));
}

function buildWriterPragmas({ pageBytes = 4096, unfinished = false, cacheKiB = CACHE_KIB }: WriterOptions): string {
  return `pragma page_size=${pageBytes}; ${unfinished ? UNFINISHED_PRAGMAS : DURABLE_PRAGMAS}
    pragma foreign_keys=on; pragma secure_delete=on; pragma temp_store=file; pragma cache_size=-${cacheKiB};`;
}

function requireFile(path: string): void {
  if (!existsSync(path)) throw new StorageError('DATABASE_MISSING');
}

/** Opens a database query-only. The writer must have created and recovered it. */
export async function openReader(path: string, { cacheKiB = CACHE_KIB }: OpenOptions = {}): Promise<Connection> {
  requireFile(path);
  return openConnection(path, `pragma query_only=on; pragma cache_size=-${cacheKiB};`);
}

/** Opens a database query-only, runs `work` on it and closes it. */
export async function runWithReader<T>(
  path: string,
  work: (client: Connection) => Promise<T>,
  options: OpenOptions = {},
): Promise<T> {
  const client = await openReader(path, options);
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

/** Runs `prepare` on a new connection, and closes the connection if it fails. */
export async function prepareClient<C extends { close(): void }, T>(
  client: C,
  prepare: (client: C) => Promise<T>,
): Promise<T> {
  try {
    return await prepare(client);
  } catch (error) {
    client.close();
    throw error;
  }
}

/**
 * A libSQL server to which an instance publishes (TW_PUBLISH_URL, TW_PUBLISH_TOKEN) or from which an edge copies
 * (TW_SYNC_URL, TW_SYNC_TOKEN).
 */
export interface LibsqlServer {
  readonly url: string;
  readonly token: string | null;
}

/**
 * Syncs a replica with its server, creating the replica if it does not exist. The driver blocks the process during the
 * sync and has no timeout, so this must run in a separate process that can be killed. Throws the driver's errors, which
 * have no code.
 */
export async function syncReplica(path: string, { url, token }: LibsqlServer): Promise<void> {
  const client = createClient({
    url: pathToFileURL(path).href,
    syncUrl: url,
    concurrency: 1,
    ...(token === null ? {} : { authToken: token }),
  });
  try {
    await client.sync();
  } finally {
    client.close();
  }
}

/** Anything that runs statements: a connection, an open transaction, or a server. */
export type Runner = Pick<Connection, 'execute'> & Partial<Pick<Connection, 'first'>>;

/** Returns the single value of a query's single row, or undefined if there is no row. */
export async function readValue(runner: Runner, sql: string, args: InArgs = []): Promise<unknown> {
  const { rows } = await runner.execute({ sql, args });
  return rows[0]?.[0];
}

/** After a string longer than this, `readJson` waits a turn of the event loop, so that the driver frees its memory. */
const LONG_TEXT_CHARS = 500_000;

/**
 * Returns the single text or blob of a query's single row, or null if there is no row. The text may be invalid UTF-8.
 */
export async function readBytes(runner: Runner, sql: string, args: InArgs = []): Promise<Uint8Array | null> {
  const inBytes = `${BYTE_CAST_MARK} select cast((${sql}\n) as blob)`;
  const row =
    runner.first === undefined ? (await runner.execute({ sql: inBytes, args })).rows[0] : runner.first(inBytes, args);
  const bytes = row?.[0];
  return bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : null;
}

/** Returns the string that a query yields as its only value, or null if there is no row. */
export async function readText(runner: Runner, sql: string, args: InArgs = []): Promise<string | null> {
  const bytes = await readBytes(runner, sql, args);
  return bytes === null ? null : decodeText(bytes);
}

/** Reads the rows of a query that returns one JSON array, which is ten times faster than the driver's row objects. */
export async function readJson<T>(runner: Runner, sql: string, args: InArgs = []): Promise<readonly T[]> {
  const text = await readText(runner, sql, args);
  if (text !== null && text.length > LONG_TEXT_CHARS) await awaitEventLoop();
  return text === null ? [] : (JSON.parse(text) as T[]);
}

/**
 * Waits for one turn of the event loop. Only then does the driver free the memory of a statement and its arguments; a
 * loop of statements that never waits keeps all of them in memory (measured).
 */
export function awaitEventLoop(): Promise<void> {
  return setImmediate();
}

/** Runs `work` in one write transaction, which is rolled back if `work` or the commit fails. */
export async function runInTransaction<T>(
  client: Pick<Connection, 'transaction'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const tx = await client.transaction('write');
  try {
    const result = await work(tx);
    await tx.commit();
    return result;
  } finally {
    tx.close();
  }
}
