import { isUtf8 } from 'node:buffer';
import type { Client, InArgs, InStatement, ResultSet, Row, Transaction, TransactionMode, Value } from '@libsql/client';
import { StorageError } from './storage_error.ts';

/**
 * The driver ends the whole process (SIGABRT) when it reads a TEXT value that is not UTF-8, as a flipped bit leaves it;
 * bytes it hands over as they are. So every query of this project is asked for its texts as bytes, and they become text
 * here, where damage is a storage fault like any other. adapters/libsql/database.ts opens every connection this way.
 */

/** A client whose queries never hand a text to the driver. */
export function guardTexts(client: Client): Client {
  const run = guardedBy(client);
  return {
    execute: (statement: InStatement, args?: InArgs) => run(statement, args),
    batch: async (statements, mode) => {
      const guards: (Guard | null)[] = [];
      const asked: InStatement[] = [];
      for (const statement of statements) {
        const plain = plainOf(statement);
        const guard = await guardOf(client, plain);
        guards.push(guard);
        asked.push(guard === null ? plain : { ...plain, sql: guard.sql });
      }
      const results = await client.batch(asked, mode);
      return results.map((result, i) => decoded(result, guards[i] ?? null));
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
    execute: guardedBy(tx),
    batch: async (statements) => {
      const results: ResultSet[] = [];
      for (const statement of statements) results.push(await guardedBy(tx)(statement));
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

interface Plain {
  readonly sql: string;
  readonly args?: InArgs;
}

type Asked = InStatement | [string, InArgs?];

/** The driver's own way to run a statement. */
interface Driver {
  execute(statement: InStatement): Promise<ResultSet>;
}

function plainOf(statement: Asked, args?: InArgs): Plain {
  if (Array.isArray(statement)) return plainOf(statement[0], statement[1]);
  if (typeof statement !== 'string') return statement;
  return args === undefined ? { sql: statement } : { sql: statement, args };
}

/** Runs statements so that no query hands a text to the driver. */
export function guardedBy(driver: Driver) {
  return async (statement: Asked, args?: InArgs): Promise<ResultSet> => {
    const plain = plainOf(statement, args);
    const guard = await guardOf(driver, plain);
    return decoded(await driver.execute(guard === null ? plain : { ...plain, sql: guard.sql }), guard);
  };
}

/** A query as it is put to the driver, and the names of the columns that were asked for. */
interface Guard {
  readonly sql: string;
  readonly columns: readonly string[];
}

/** Statements that are made of texts of bounded number; more of them than this are never seen. */
const GUARDS_MAX = 1_000;
const guards = new Map<string, Guard>();

/**
 * Begins a query that is put to the driver as it is: every column of it is cast to bytes, damaged ones too. It spares a
 * third of the time of a small query.
 */
export const CASTS_TO_BYTES = '/* in bytes */';

/**
 * Null for a query in bytes, and for what is no query: what such a statement answers, numbers and words of our own, is
 * not read from a table.
 */
async function guardOf(driver: Driver, { sql, args }: Plain): Promise<Guard | null> {
  if (!/^\s*(?:select|with)\b/i.test(sql)) return null;
  const known = guards.get(sql);
  if (known !== undefined) return known;
  const heads = `select * from (${sql}\n) limit 0`;
  const { columns } = await driver.execute(args === undefined ? heads : { sql: heads, args });
  const guard = { sql: guardedSql(sql, columns.length), columns };
  if (guards.size >= GUARDS_MAX) guards.clear();
  guards.set(sql, guard);
  return guard;
}

/** As many bits as a number has for bit operations. */
const COLUMNS_MAX = 31;

/** The same rows in the same order, each text as bytes, behind them a number whose bits say which were texts. */
function guardedSql(sql: string, columns: number): string {
  if (columns > COLUMNS_MAX) throw new RangeError(`a query has more than ${COLUMNS_MAX} columns`);
  const names = Array.from({ length: columns }, (_, i) => `c${i}`);
  const values = names.map((name) => `case typeof(${name}) when 'text' then cast(${name} as blob) else ${name} end`);
  const texts = names.map((name, i) => `((typeof(${name}) = 'text') << ${i})`);
  return `with guarded_query(${names.join(', ')}) as (${sql}\n) select ${values.join(', ')}, ${texts.join(' | ')} from guarded_query`;
}

function decoded(result: ResultSet, guard: Guard | null): ResultSet {
  if (guard === null) return result;
  const { columns } = guard;
  return { ...result, columns: [...columns], rows: result.rows.map((row) => rowOf(row, columns)) };
}

function rowOf(row: Row, columns: readonly string[]): Row {
  const texts = Number(row[columns.length]);
  const values = columns.map((_, i) => ((texts >> i) & 1 ? textOf(row[i] as ArrayBuffer) : (row[i] as Value)));
  return Object.assign(values as unknown as Row, Object.fromEntries(columns.map((name, i) => [name, values[i]])));
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Thrown as a storage fault where the bytes are no text. */
export function textOf(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new StorageError('TEXT_DAMAGED');
  }
}

/** Finished text that is passed on as bytes: thrown as a storage fault where it is none. */
export function requireText(bytes: Uint8Array): Uint8Array {
  if (!isUtf8(bytes)) throw new StorageError('TEXT_DAMAGED');
  return bytes;
}
