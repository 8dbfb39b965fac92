import { Buffer } from 'node:buffer';
import {
  type Client,
  type InArgs,
  type InStatement,
  type InValue,
  LibsqlError,
  type ResultSet,
  type Transaction,
} from '@libsql/client/sqlite3';
import Database from 'libsql';
import { driverName } from './file_name.ts';
import { guardStatements } from './text_guard.ts';

/** A write transaction. Closing it without a commit rolls it back. */
export type WriteTransaction = Pick<Transaction, 'execute' | 'commit' | 'close'>;

/** The part of the driver's client that is needed to write a database. */
export interface Connection extends Pick<Client, 'execute' | 'executeMultiple' | 'close'> {
  transaction(mode: 'write'): Promise<WriteTransaction>;
}

/**
 * A connection that prepares each statement once. The driver's client prepares a statement for each call and leaves
 * native objects to the garbage collector, which takes three quarters of the time of a small query.
 */
export interface PreparedConnection extends Connection {
  /** Returns the first row of a query that casts its columns to blobs, or undefined if the query returns no row. */
  first(sql: string, args: InArgs): readonly unknown[] | undefined;
}

interface PreparedStatement {
  readonly statement: Database.Statement<unknown[]>;
  /** Names of the columns, or null if the statement returns no rows. */
  readonly columns: string[] | null;
}

/** Maximum number of prepared statements to keep. Beyond that, the oldest is dropped. */
const STATEMENTS_MAX = 200;
const TIMEOUT_MS = 5_000;

export function openPrepared(path: string, pragmas: string): PreparedConnection {
  const database = new Database(driverName(path), { timeout: TIMEOUT_MS });
  const statements = new Map<string, PreparedStatement>();
  let closed = false;

  const prepare = (sql: string): PreparedStatement => {
    if (closed) throw new LibsqlError('The client is closed', 'CLIENT_CLOSED');
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql).safeIntegers(true);
    const isQuery = statement.reader;
    if (isQuery) statement.raw(true);
    const columns = isQuery ? statement.columns().map(({ name }) => name) : null;
    const fresh = { statement, columns };
    if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value ?? '');
    statements.set(sql, fresh);
    return fresh;
  };

  /**
   * Runs `work` with the prepared statement. If it fails, the statement is dropped, because its state may be the cause.
   */
  const run = <T>(sql: string, work: (prepared: PreparedStatement) => T): T => {
    try {
      return work(prepare(sql));
    } catch (error) {
      statements.delete(sql);
      throw convertError(error);
    }
  };

  const runStatement = async (input: InStatement): Promise<ResultSet> => {
    const { sql, args } = typeof input === 'string' ? { sql: input, args: [] } : input;
    return run(sql, ({ statement, columns }) => {
      const bound = convertArgs(args ?? []);
      if (columns === null) return createResult([], [], statement.run(bound).changes);
      return createResult(columns, (statement.all(bound) as unknown[][]).map(convertRow), 0);
    });
  };

  const first: PreparedConnection['first'] = (sql, args) => {
    const row = run(sql, ({ statement }) => statement.get(convertArgs(args)) as unknown[] | undefined);
    return row === undefined ? undefined : convertRow(row);
  };

  /** Some errors end the transaction. Later statements must not run without it. */
  const requireTransaction = (isOpen: boolean): void => {
    if (!closed && database.inTransaction !== isOpen)
      throw new LibsqlError('No transaction, or another one, is open', 'TRANSACTION_CLOSED');
  };

  const close = (): void => {
    closed = true;
    statements.clear();
    if (database.open) database.close();
  };

  /** Ends an open transaction. If that fails, the connection is closed, because it would stay in the transaction. */
  const rollBack = (): void => {
    try {
      if (database.open && database.inTransaction) database.prepare('ROLLBACK').run();
    } catch {
      close();
    }
  };

  const executeMultiple = async (sql: string): Promise<void> => {
    try {
      database.exec(sql);
    } catch (error) {
      throw convertError(error);
    } finally {
      rollBack();
    }
  };

  const transaction = async (): Promise<WriteTransaction & Pick<PreparedConnection, 'first'>> => {
    await runStatement('begin immediate');
    const inside = (statement: InStatement): Promise<ResultSet> => {
      requireTransaction(true);
      return runStatement(statement);
    };
    return {
      execute: guardStatements({ execute: inside }),
      first,
      commit: async () => void (await inside('commit')),
      close: rollBack,
    };
  };

  const execute = guardStatements({
    execute: async (statement) => {
      requireTransaction(false);
      return runStatement(statement);
    },
  });

  try {
    database.exec(pragmas);
  } catch (error) {
    close();
    throw convertError(error);
  }
  return { execute, executeMultiple, transaction, first, close };
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
function createResult(columns: string[], rows: unknown[][], rowsAffected: number): ResultSet {
  return {
    columns,
    columnTypes: [],
    rows: rows as unknown as ResultSet['rows'],
    rowsAffected,
    lastInsertRowid: undefined,
    toJSON: () => ({ columns, rows }),
  };
}

/** Codes with unnamed extensions, by number. */
const BASE_CODES: Readonly<Record<number, string>> = { 10: 'SQLITE_IOERR', 11: 'SQLITE_CORRUPT' };

/** Converts an error to the type that the driver's client throws, with code and extended code. */
function convertError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const { code, message } = error;
  // The driver has no names for some extended codes, such as UNKNOWN_SQLITE_ERROR_779 for SQLITE_CORRUPT_INDEX.
  const number = Number(/^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(code)?.[1] ?? 0);
  const base = BASE_CODES[number & 0xff] ?? /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code;
  return new LibsqlError(message, base, code, undefined, error);
}
