import { isUtf8 } from 'node:buffer';
import type { Client, InArgs, InStatement, ResultSet, Row, Transaction, TransactionMode, Value } from '@libsql/client';
import { StorageError } from './storage_error.ts';

/**
 * The driver aborts the whole process (SIGABRT) when it reads a TEXT value that is not UTF-8, which a flipped bit can
 * cause. It returns blobs unchanged. So this module makes every query of the project cast its texts to blobs and
 * decodes them here, which turns damage into a storage fault. adapters/libsql/database.ts opens every connection this
 * way.
 */

/** Wraps a client so that the driver never reads a TEXT value. */
export function guardTexts(client: Client): Client {
  const run = guardStatements(client);
  return {
    execute: (statement: InStatement, args?: InArgs) => run(statement, args),
    batch: async (statements, mode) => {
      const guards: (Guard | null)[] = [];
      const rewritten: InStatement[] = [];
      for (const statement of statements) {
        const plain = parseStatement(statement);
        const guard = await findGuard(client, plain);
        guards.push(guard);
        rewritten.push(guard === null ? plain : { ...plain, sql: guard.sql });
      }
      const results = await client.batch(rewritten, mode);
      return results.map((result, i) => decodeResult(result, guards[i] ?? null));
    },
    transaction: async (mode: TransactionMode = 'write') => guardTransaction(await client.transaction(mode)),
    migrate: (statements) => client.migrate(statements),
    executeMultiple: (sql) => client.executeMultiple(sql),
    sync: () => client.sync(),
    reconnect: () => client.reconnect(),
    close: () => client.close(),
    get closed() {
      return client.closed;
    },
    protocol: client.protocol,
  };
}

function guardTransaction(tx: Transaction): Transaction {
  return {
    execute: guardStatements(tx),
    batch: async (statements) => {
      const results: ResultSet[] = [];
      for (const statement of statements) results.push(await guardStatements(tx)(statement));
      return results;
    },
    executeMultiple: (sql) => tx.executeMultiple(sql),
    rollback: () => tx.rollback(),
    commit: () => tx.commit(),
    close: () => tx.close(),
    get closed() {
      return tx.closed;
    },
  };
}

interface ParsedStatement {
  readonly sql: string;
  readonly args?: InArgs;
}

type AnyStatement = InStatement | [string, InArgs?];

/** Runs statements without the guard. */
interface Driver {
  execute(statement: InStatement): Promise<ResultSet>;
}

function parseStatement(statement: AnyStatement, args?: InArgs): ParsedStatement {
  if (Array.isArray(statement)) return parseStatement(statement[0], statement[1]);
  if (typeof statement !== 'string') return statement;
  return args === undefined ? { sql: statement } : { sql: statement, args };
}

/** Returns a function that runs statements in such a way that the driver never reads a TEXT value. */
export function guardStatements(driver: Driver) {
  return async (statement: AnyStatement, args?: InArgs): Promise<ResultSet> => {
    const plain = parseStatement(statement, args);
    const guard = await findGuard(driver, plain);
    return decodeResult(await driver.execute(guard === null ? plain : { ...plain, sql: guard.sql }), guard);
  };
}

/** A rewritten query, and the column names of the original one. */
interface Guard {
  readonly sql: string;
  readonly columns: readonly string[];
}

/** Maximum number of guards to cache. The project has fewer distinct statements than this. */
const GUARDS_MAX = 1_000;
const guards = new Map<string, Guard>();

/** Marks a query that casts its columns to blobs itself, which saves a third of the time of a small query. */
export const CASTS_TO_BYTES = '/* in bytes */';

/**
 * Returns the guard of a query, or null if the statement starts with CASTS_TO_BYTES or is not a query. Other statements
 * only return numbers and constant strings, which are not read from a table.
 */
async function findGuard(driver: Driver, { sql, args }: ParsedStatement): Promise<Guard | null> {
  if (!/^\s*(?:select|with)\b/i.test(sql)) return null;
  const known = guards.get(sql);
  if (known !== undefined) return known;
  const probe = `select * from (${sql}\n) limit 0`;
  const { columns } = await driver.execute(args === undefined ? probe : { sql: probe, args });
  const guard = { sql: rewriteSql(sql, columns.length), columns };
  if (guards.size >= GUARDS_MAX) guards.clear();
  guards.set(sql, guard);
  return guard;
}

/** Number of bits available in bitwise operations. */
const COLUMNS_MAX = 31;

/**
 * SQL for the same rows in the same order, with texts as blobs and an additional column: a bit mask of the text
 * columns.
 */
function rewriteSql(sql: string, columns: number): string {
  if (columns > COLUMNS_MAX) throw new RangeError(`a query has more than ${COLUMNS_MAX} columns`);
  const names = Array.from({ length: columns }, (_, i) => `c${i}`);
  const values = names.map((name) => `case typeof(${name}) when 'text' then cast(${name} as blob) else ${name} end`);
  const texts = names.map((name, i) => `((typeof(${name}) = 'text') << ${i})`);
  return `with guarded_query(${names.join(', ')}) as (${sql}\n) select ${values.join(', ')}, ${texts.join(' | ')} from guarded_query`;
}

function decodeResult(result: ResultSet, guard: Guard | null): ResultSet {
  if (guard === null) return result;
  const { columns } = guard;
  return { ...result, columns: [...columns], rows: result.rows.map((row) => decodeRow(row, columns)) };
}

function decodeRow(row: Row, columns: readonly string[]): Row {
  const texts = Number(row[columns.length]);
  const values = columns.map((_, i) => ((texts >> i) & 1 ? decodeText(row[i] as ArrayBuffer) : (row[i] as Value)));
  return Object.assign(values as unknown as Row, Object.fromEntries(columns.map((name, i) => [name, values[i]])));
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes UTF-8. Throws a storage fault if the bytes are invalid. */
export function decodeText(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new StorageError('TEXT_DAMAGED');
  }
}

/** Returns the bytes if they are valid UTF-8, or else throws a storage fault. */
export function requireUtf8(bytes: Uint8Array): Uint8Array {
  if (!isUtf8(bytes)) throw new StorageError('TEXT_DAMAGED');
  return bytes;
}
