import { Buffer } from 'node:buffer';
import {
  type Client,
  type InArgs,
  type InStatement,
  type InValue,
  LibsqlError,
  type ResultSet,
} from '@libsql/client/sqlite3';
import Database from 'libsql';
import { driverName } from './file_name.ts';
import { guardStatements } from './text_guard.ts';

/**
 * A query-only connection that prepares each statement once. The driver's client prepares a statement for each call and
 * leaves native objects to the garbage collector, which takes three quarters of the time of a small query.
 */
export interface PreparedConnection extends Pick<Client, 'execute' | 'close'> {
  /** Returns the first row of a query that casts its columns to blobs, or undefined if the query returns no row. */
  first(sql: string, args: InArgs): readonly unknown[] | undefined;
}

/** Maximum number of prepared statements to keep. Beyond that, the oldest is dropped. */
const STATEMENTS_MAX = 200;
const TIMEOUT_MS = 5_000;

export function openPrepared(path: string, pragmas: string): PreparedConnection {
  const database = new Database(driverName(path), { timeout: TIMEOUT_MS });
  const statements = new Map<string, Database.Statement<unknown[]>>();
  let closed = false;

  const prepare = (sql: string): Database.Statement<unknown[]> => {
    if (closed) throw new LibsqlError('The client is closed', 'CLIENT_CLOSED');
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const fresh = database.prepare(sql).safeIntegers(true).raw(true);
    if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value ?? '');
    statements.set(sql, fresh);
    return fresh;
  };

  /**
   * Runs `work` with the prepared statement. If it fails, the statement is dropped, because its state may be the cause.
   */
  const run = <T>(sql: string, work: (statement: Database.Statement<unknown[]>) => T): T => {
    try {
      return work(prepare(sql));
    } catch (error) {
      statements.delete(sql);
      throw convertError(error);
    }
  };

  const execute = guardStatements({
    execute: async (statement: InStatement): Promise<ResultSet> => {
      const { sql, args } = typeof statement === 'string' ? { sql: statement, args: [] } : statement;
      const [columns, rows] = run(sql, (prepared) => [
        prepared.columns().map(({ name }) => name),
        prepared.all(convertArgs(args ?? [])) as unknown[][],
      ]);
      return createResult(columns, rows.map(convertRow));
    },
  });

  const close = (): void => {
    closed = true;
    statements.clear();
    if (database.open) database.close();
  };

  try {
    database.exec(pragmas);
  } catch (error) {
    close();
    throw convertError(error);
  }
  return {
    execute,
    first: (sql, args) => {
      const row = run(sql, (prepared) => prepared.get(convertArgs(args)) as unknown[] | undefined);
      return row === undefined ? undefined : convertRow(row);
    },
    close,
  };
}

function convertArgs(args: InArgs): unknown {
  return Array.isArray(args)
    ? args.map(convertArg)
    : Object.fromEntries(Object.entries(args).map(([name, value]) => [name, convertArg(value)]));
}

function convertArg(value: InValue): unknown {
  if (value === undefined) throw new TypeError('undefined cannot be passed as argument to the database');
  if (value instanceof ArrayBuffer) return Buffer.from(value);
  return typeof value === 'boolean' ? Number(value) : value;
}

function convertRow(row: readonly unknown[]): unknown[] {
  return row.map(convertValue);
}

function convertValue(value: unknown): unknown {
  if (typeof value === 'bigint') {
    if (BigInt.asIntN(54, value) !== value) throw new RangeError('an integer cannot be safely represented as a number');
    return Number(value);
  }
  return Buffer.isBuffer(value) ? value.buffer : value;
}

/** Builds a result whose rows are arrays of values. The guard adds the column names (text_guard.ts). */
function createResult(columns: string[], rows: unknown[][]): ResultSet {
  return {
    columns,
    columnTypes: [],
    rows: rows as unknown as ResultSet['rows'],
    rowsAffected: 0,
    lastInsertRowid: undefined,
    toJSON: () => ({ columns, rows }),
  };
}

/** Converts an error to the type that the driver's client throws, with code and extended code. */
function convertError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const { code, message } = error;
  const base = /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code;
  return new LibsqlError(message, base, code, undefined, error);
}
