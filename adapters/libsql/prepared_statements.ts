import { Buffer } from 'node:buffer';
import { type Client, type InArgs, type InStatement, type InValue, LibsqlError, type ResultSet } from '@libsql/client';
import Database from 'libsql';
import { driverName } from './file_name.ts';
import { guardedBy } from './text_guard.ts';

/**
 * A query-only connection that prepares each statement once. The client of the driver prepares every statement anew and
 * makes native objects of it that are collected as garbage: three quarters of the time of a small query.
 */
export interface PreparedConnection extends Pick<Client, 'execute' | 'close'> {
  /** The first row of a query whose columns are cast to bytes (text_guard.ts), values in their order. */
  first(sql: string, args: InArgs): readonly unknown[] | undefined;
}

/** The statements of a reader are texts of bounded number; where more come, the ones prepared first are given up. */
const KEPT_MAX = 200;
const TIMEOUT_MS = 5_000;

export function openPrepared(path: string, pragmas: string): PreparedConnection {
  const database = new Database(driverName(path), { timeout: TIMEOUT_MS });
  const statements = new Map<string, Database.Statement<unknown[]>>();
  let closed = false;

  const statementOf = (sql: string): Database.Statement<unknown[]> => {
    if (closed) throw new LibsqlError('The client is closed', 'CLIENT_CLOSED');
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const fresh = database.prepare(sql).safeIntegers(true).raw(true);
    if (statements.size >= KEPT_MAX) statements.delete(statements.keys().next().value ?? '');
    statements.set(sql, fresh);
    return fresh;
  };

  /** One that failed is prepared anew: the fault may lie in what it holds. */
  const run = <T>(sql: string, work: (statement: Database.Statement<unknown[]>) => T): T => {
    try {
      return work(statementOf(sql));
    } catch (error) {
      statements.delete(sql);
      throw faultOf(error);
    }
  };

  const execute = guardedBy({
    execute: async (statement: InStatement): Promise<ResultSet> => {
      const { sql, args } = typeof statement === 'string' ? { sql: statement, args: [] } : statement;
      const [columns, rows] = run(sql, (kept) => [
        kept.columns().map(({ name }) => name),
        kept.all(bound(args ?? [])) as unknown[][],
      ]);
      return resultOf(columns, rows.map(valuesOf));
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
    throw faultOf(error);
  }
  return {
    execute,
    first: (sql, args) => {
      const row = run(sql, (kept) => kept.get(bound(args)) as unknown[] | undefined);
      return row === undefined ? undefined : valuesOf(row);
    },
    close,
  };
}

function bound(args: InArgs): unknown {
  return Array.isArray(args)
    ? args.map(argument)
    : Object.fromEntries(Object.entries(args).map(([name, value]) => [name, argument(value)]));
}

function argument(value: InValue): unknown {
  if (value === undefined) throw new TypeError('undefined cannot be passed as argument to the database');
  if (value instanceof ArrayBuffer) return Buffer.from(value);
  return typeof value === 'boolean' ? Number(value) : value;
}

function valuesOf(row: readonly unknown[]): unknown[] {
  return row.map(numberOrBytes);
}

function numberOrBytes(value: unknown): unknown {
  if (typeof value === 'bigint') {
    if (BigInt.asIntN(54, value) !== value) throw new RangeError('an integer cannot be safely represented as a number');
    return Number(value);
  }
  return Buffer.isBuffer(value) ? value.buffer : value;
}

/** Rows are lists of values here; those of guarded queries are given their names by the guard. */
function resultOf(columns: string[], rows: unknown[][]): ResultSet {
  return {
    columns,
    columnTypes: [],
    rows: rows as unknown as ResultSet['rows'],
    rowsAffected: 0,
    lastInsertRowid: undefined,
    toJSON: () => ({ columns, rows }),
  };
}

/** The same errors as the driver's client throws: the code, and the one that says more. */
function faultOf(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const { code, message } = error;
  const base = /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code;
  return new LibsqlError(message, base, code, undefined, error);
}
