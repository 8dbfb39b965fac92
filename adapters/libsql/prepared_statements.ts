import { Buffer } from 'node:buffer';
import {
  type Client,
  type Transaction as DriverTransaction,
  type InArgs,
  type InStatement,
  type InValue,
  LibsqlError,
  type ResultSet,
} from '@libsql/client/sqlite3';
import Database from 'libsql';
import { formatDriverName } from './file_name.ts';
import { decodeRow, needsGuard, selectTextsAsBlobs } from './text_guard.ts';

interface StatementRunner extends Pick<Client, 'execute'> {
  /** Returns the first row of a query that casts its columns to blobs, or undefined if the query returns no row. */
  first(sql: string, args: InArgs): readonly unknown[] | undefined;
}

/** A transaction. Closing it without a commit rolls it back. */
export type Transaction = StatementRunner & Pick<DriverTransaction, 'commit' | 'close'>;

/**
 * A connection that prepares each statement once. The driver's client prepares a statement for each call and leaves
 * native objects to the garbage collector, which takes three quarters of the time of a small query.
 */
export interface Connection extends StatementRunner, Pick<Client, 'executeMultiple' | 'close'> {
  /** Begins a transaction. One that reads sees the database as it is at its first query. */
  transaction(mode: 'write' | 'read'): Promise<Transaction>;
}

interface PreparedStatement {
  readonly statement: Database.Statement<unknown[]>;
  /** Names of the columns, or null if the statement returns no rows. */
  readonly columns: string[] | null;
  readonly isGuarded: boolean;
}

/** Maximum number of prepared statements to keep. Beyond that, the oldest is dropped. */
const STATEMENTS_MAX = 200;

/** A statement keeps a copy of its last arguments, so it is dropped if they are longer than this. */
const CACHED_ARGUMENT_MAX = 20_000;

const LOCK_TIMEOUT_MS = 5_000;

export function openConnection(path: string, pragmas: string): Connection {
  const database = new Database(formatDriverName(path), { timeout: LOCK_TIMEOUT_MS });
  const statements = new Map<string, PreparedStatement>();
  let closed = false;

  const prepare = (sql: string): PreparedStatement => {
    if (closed) throw new LibsqlError('The client is closed', 'CLIENT_CLOSED');
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const plain = database.prepare(sql);
    const columns = plain.reader ? plain.columns().map(({ name }) => name) : null;
    const isGuarded = columns !== null && needsGuard(sql);
    const statement = isGuarded ? database.prepare(selectTextsAsBlobs(sql, columns.length)) : plain;
    statement.safeIntegers(true);
    if (columns !== null) statement.raw(true);
    const fresh = { statement, columns, isGuarded };
    if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value ?? '');
    statements.set(sql, fresh);
    return fresh;
  };

  /**
   * Runs `work` with the prepared statement. If it fails, the statement is dropped, because its state may be the cause.
   */
  const run = <T>(sql: string, args: InArgs, work: (prepared: PreparedStatement, bound: unknown) => T): T => {
    try {
      const result = work(prepare(sql), convertArgs(args));
      if (Object.values(args).some(isLongValue)) statements.delete(sql);
      return result;
    } catch (error) {
      statements.delete(sql);
      throw convertError(error);
    }
  };

  const runStatement = async (input: InStatement): Promise<ResultSet> => {
    const { sql, args = [] } = typeof input === 'string' ? { sql: input } : input;
    return run(sql, args, ({ statement, columns, isGuarded }, bound) => {
      if (columns === null) return createResult([], [], statement.run(bound).changes);
      const rows = (statement.all(bound) as unknown[][]).map(convertRow);
      return createResult(columns, isGuarded ? rows.map((row) => decodeRow(row, columns)) : rows, 0);
    });
  };

  const first: Connection['first'] = (sql, args) => {
    const row = run(sql, args, ({ statement }, bound) => statement.get(bound) as unknown[] | undefined);
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

  const transaction: Connection['transaction'] = async (mode) => {
    await runStatement(mode === 'write' ? 'begin immediate' : 'begin');
    const execute = async (statement: InStatement): Promise<ResultSet> => {
      requireTransaction(true);
      return runStatement(statement);
    };
    return { execute, first, commit: async () => void (await execute('commit')), close: rollBack };
  };

  const execute = async (statement: InStatement): Promise<ResultSet> => {
    requireTransaction(false);
    return runStatement(statement);
  };

  try {
    database.exec(pragmas);
  } catch (error) {
    close();
    throw convertError(error);
  }
  return { execute, executeMultiple, transaction, first, close };
}

function isLongValue(value: InValue): boolean {
  if (typeof value === 'string') return value.length > CACHED_ARGUMENT_MAX;
  return (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) && value.byteLength > CACHED_ARGUMENT_MAX;
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

/** Builds a result whose rows are arrays of values. Rows of queries have the column names, too (text_guard.ts). */
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
const SQLITE_BASE_CODES: Readonly<Record<number, string>> = { 10: 'SQLITE_IOERR', 11: 'SQLITE_CORRUPT' };

/** Converts an error to the type that the driver's client throws, with code and extended code. */
function convertError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const { code, message } = error;
  // The driver has no names for some extended codes, such as UNKNOWN_SQLITE_ERROR_779 for SQLITE_CORRUPT_INDEX.
  const number = Number(/^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(code)?.[1] ?? 0);
  const base = SQLITE_BASE_CODES[number & 0xff] ?? /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code;
  return new LibsqlError(message, base, code, undefined, error);
}
