import type { Runner } from '../database.ts';
import { StorageError } from '../storage_error.ts';
import type { Publication } from './log_store.ts';
import { STATE_TABLE } from './shape.ts';
import type { LogState } from './state.ts';

/**
 * A libSQL server stores a base and a log of diffs (diff.ts), each as a stream of bytes that is cut into rows of one
 * size. libSQL replicates whole pages of 4,096 bytes, so each row takes one page, and rows of the log exist before they
 * are needed, filled with zeros: a new diff overwrites rows in place and therefore changes no other pages. The bytes
 * after the last full row of the log are the `tail` of the state's row, which changes with every diff anyway.
 */
export const BASE_TABLE = 'base_pages';
export const LOG_PAGES_TABLE = 'log_pages';
/** Size of a row's bytes. The tail, which is shorter, shares its page with the other columns of the state. */
export const ROW_BYTES = 3_800;

export const CREATE_PAGE_TABLES: readonly string[] = [BASE_TABLE, LOG_PAGES_TABLE].map(
  (table) =>
    `create table ${table} (page integer primary key, bytes blob not null check (length(bytes) = ${ROW_BYTES})) strict`,
);

/** Number of rows per query, together a quarter of a megabyte. */
const ROWS_PER_QUERY = 64;

/** Reads the base and the log of a server or replica, which has this state. */
export function readPages(runner: Runner, state: LogState): Publication {
  return {
    state,
    // Zeros may follow the base.
    base: () => readPageRows(runner, BASE_TABLE, 0, Number.POSITIVE_INFINITY),
    log: (from) => readLog(runner, state, from),
  };
}

async function* readLog(runner: Runner, { logBytes }: LogState, from: number): AsyncGenerator<Uint8Array> {
  const fullRows = Math.floor(logBytes / ROW_BYTES);
  let skip = from - Math.floor(from / ROW_BYTES) * ROW_BYTES;
  for await (const bytes of readPageRows(runner, LOG_PAGES_TABLE, Math.floor(from / ROW_BYTES), fullRows)) {
    yield bytes.subarray(skip);
    skip = 0;
  }
  const { rows } = await runner.execute(`select tail from ${STATE_TABLE}`);
  const tail = rows[0]?.[0];
  if (!(tail instanceof ArrayBuffer) || tail.byteLength !== logBytes - fullRows * ROW_BYTES)
    throw new StorageError('DIFF_DAMAGED');
  yield new Uint8Array(tail).subarray(skip);
}

/** Reads the rows `from < page <= to` of a table. Throws a storage fault if one is missing before the last. */
async function* readPageRows(runner: Runner, table: string, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let last = from; last < to; ) {
    const { rows } = await runner.execute({
      sql: `select page, bytes from ${table} where page > ? order by page limit ?`,
      args: [BigInt(last), BigInt(Math.min(ROWS_PER_QUERY, to - last))],
    });
    if (rows.length === 0) {
      if (Number.isFinite(to)) throw new StorageError('DIFF_DAMAGED');
      return;
    }
    for (const row of rows) {
      last++;
      if (Number(row[0]) !== last) throw new StorageError('DIFF_DAMAGED');
      yield new Uint8Array(row[1] as ArrayBuffer);
    }
  }
}
