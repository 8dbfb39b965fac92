import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Client, createClient, type InArgs, type Transaction } from '@libsql/client';
import { driverUrl } from './file_name.ts';
import { openPrepared, type PreparedConnection } from './prepared_statements.ts';
import { StorageError } from './storage_error.ts';
import { CASTS_TO_BYTES, guardTexts, textOf } from './text_guard.ts';

/**
 * Connections. The driver opens further connections silently unless told `concurrency: 1`, and those have none of the
 * PRAGMAs set here; so every client in this project comes from these two functions.
 * One process writes and checkpoints a database; everything else opens it query-only (contract, section 7, One writer).
 */
export interface OpenOptions {
  /** The page cache in KiB. */
  readonly cacheKiB?: number;
}

const CACHE_KIB = 16_384;

const DURABLE = 'pragma journal_mode=wal; pragma synchronous=full;';
/** Transactions can still be taken back. */
const UNFINISHED = 'pragma journal_mode=memory; pragma synchronous=off;';

export interface WriterOptions extends OpenOptions {
  /**
   * Allows a missing file to be made; without it a missing file is a storage fault, so that a database that vanished
   * under a running process is never silently begun anew.
   */
  readonly create: boolean;
  readonly pageBytes?: number;
  /**
   * Nobody reads it before it is whole, and what a crash or power cut leaves of it is thrown away: no log is kept, and
   * nothing waits for the disk. Whoever makes it readable sees to it that the disk has it.
   */
  readonly unfinished?: boolean;
}

/** Opens a database as its one writer, with WAL and full sync: a commit that returned survives a power cut. */
export async function openWriter(path: string, options: WriterOptions): Promise<Client> {
  if (!options.create && !existsSync(path)) throw new StorageError('DATABASE_MISSING');
  const client = open(path);
  try {
    await client.executeMultiple(
      `pragma page_size=${options.pageBytes ?? 4096}; ${options.unfinished === true ? UNFINISHED : DURABLE}
       pragma foreign_keys=on; pragma secure_delete=on; pragma temp_store=file;
       pragma cache_size=-${options.cacheKiB ?? CACHE_KIB};`,
    );
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

/** Opens a database to read only. The writer must have created and recovered it. */
export async function openReader(path: string, options: OpenOptions = {}): Promise<Client> {
  if (!existsSync(path)) throw new StorageError('DATABASE_MISSING');
  const client = open(path);
  try {
    await client.executeMultiple(`pragma query_only=on; pragma cache_size=-${options.cacheKiB ?? CACHE_KIB};`);
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

/** The same, with its statements prepared once: for a process that asks the same queries again and again. */
export function openPreparedReader(path: string, options: OpenOptions = {}): PreparedConnection {
  if (!existsSync(path)) throw new StorageError('DATABASE_MISSING');
  return openPrepared(path, `pragma query_only=on; pragma cache_size=-${options.cacheKiB ?? CACHE_KIB};`);
}

/** A libSQL server that a replica follows. */
export interface ReplicaSource {
  readonly url: string;
  readonly token: string | null;
}

/**
 * Brings a replica to what its server has, and makes it where there is none. Nothing else happens while it goes on: the
 * driver blocks the process and knows no deadline, so whoever calls this is a process of its own that may be killed. Errors
 * are the driver's own, without a code.
 */
export async function syncReplica(path: string, { url, token }: ReplicaSource): Promise<void> {
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

function open(path: string): Client {
  return guardTexts(createClient({ url: driverUrl(path), concurrency: 1, timeout: 5_000 }));
}

/** Anything that runs a statement: a client, an open transaction or a connection that keeps its statements. */
export type Runner = (Pick<Client, 'execute'> | Pick<Transaction, 'execute'>) &
  Partial<Pick<PreparedConnection, 'first'>>;

/** The single value of a query's single row. */
export async function value(runner: Runner, sql: string, args: InArgs = []): Promise<unknown> {
  const { rows } = await runner.execute({ sql, args });
  return rows[0]?.[0];
}

/** A text that is worth giving back soon. */
const LONG_TEXT = 500_000;
/** The single text or blob of a query's single row, as bytes that may be damaged text; null where there is none. */
export async function bytesValue(runner: Runner, sql: string, args: InArgs = []): Promise<Uint8Array | null> {
  const inBytes = `${CASTS_TO_BYTES} select cast((${sql}\n) as blob)`;
  const row =
    runner.first === undefined ? (await runner.execute({ sql: inBytes, args })).rows[0] : runner.first(inBytes, args);
  const bytes = row?.[0];
  return bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : null;
}

/** The single text of a query's single row; null where there is none. */
export async function textValue(runner: Runner, sql: string, args: InArgs = []): Promise<string | null> {
  const bytes = await bytesValue(runner, sql, args);
  return bytes === null ? null : textOf(bytes);
}

/**
 * Many rows as one JSON text: the query must answer a single value, a JSON array built with group_concat.
 * Ten times cheaper than the driver's row objects.
 */
export async function jsonRows<T>(runner: Runner, sql: string, args: InArgs = []): Promise<readonly T[]> {
  const text = await textValue(runner, sql, args);
  if (text !== null && text.length > LONG_TEXT) await turn();
  return text === null ? [] : (JSON.parse(text) as T[]);
}

/**
 * Lets the event loop turn once. The driver gives back what a statement held, its arguments among it, only then: work that
 * goes from statement to statement without it keeps them all (measured).
 */
export function turn(): Promise<void> {
  return setImmediate();
}

/** Runs `work` in one write transaction; it is rolled back whole where `work` or the commit fails. */
export async function inTransaction<T>(client: Client, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const tx = await client.transaction('write');
  try {
    const result = await work(tx);
    await tx.commit();
    return result;
  } finally {
    tx.close();
  }
}
