import { Buffer } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { readStorageCode } from '../storage_error.ts';
import { readDiffEnds } from './diff.ts';
import { BASE_TABLE, CREATE_PAGE_TABLES, LOG_PAGES_TABLE, ROW_BYTES, readPages } from './log_pages.ts';
import type { LogStore, StoredLog } from './log_store.ts';
import type { ServerTransaction } from './server.ts';
import { type PublishedSchema, STATE_TABLE } from './shape.ts';
import { CREATE_STATE, type LogState, parseState, REPLACE_STATE, SELECT_STATE, toStateArgs } from './state.ts';

/** Writes the base and the log of diffs on a server (log_pages.ts). */

interface ServerLog extends StoredLog {
  /** The bytes of the log after its last full row. */
  readonly tail: Uint8Array;
  readonly baseRows: number;
  /** Number of rows of the log that exist, most of them filled with zeros. */
  readonly logRows: number;
}

/** Thrown if we did not create the server's database. */
export class ForeignLogError extends Error {}

/** Creates the store of a transaction on a server. */
export function createServerStore(server: ServerTransaction): LogStore<ServerLog> {
  return {
    open: () => openServerLog(server),
    isDamaged: async (schema, known) =>
      (await claimCheck(server)) && known !== null && !(await isLogIntact(server, schema, known)),
    fits: canFitInLog,
    append: (log, diff, state) => appendDiff(server, log, diff, state),
    createBaseWriter: (log) => createBaseWriter(server, log),
  };
}

const NO_BYTES: Uint8Array = new Uint8Array(0);

/**
 * The table with the row that says when the publisher last read the base and the log, in seconds of the server's clock,
 * and whether an edge has asked for that since. Asking needs a token of the server.
 */
const CHECKS_TABLE = 'log_checks';
const CREATE_CHECKS_TABLE: readonly string[] = [
  `create table if not exists ${CHECKS_TABLE} (id integer primary key check (id = 1), checked_s integer not null,
    asked integer not null) strict`,
  `insert or ignore into ${CHECKS_TABLE} values (1, 0, 0)`,
];
const CHECK_INTERVAL_S = 24 * 60 * 60;
/** Minimum time between two checks, because the files of an edge that asks may be the damaged ones. */
const REQUESTED_INTERVAL_S = 30 * 60;

/** Asks the publisher to check the base and the log when it publishes next. */
export const UPDATE_CHECK = `update ${CHECKS_TABLE} set asked = 1`;

/** Returns whether the base and the log must be checked now, and if so, notes that they are. */
async function claimCheck(server: ServerTransaction): Promise<boolean> {
  for (const sql of CREATE_CHECKS_TABLE) await server.add(sql, 200);
  const after = `iif(asked = 1, ${REQUESTED_INTERVAL_S}, ${CHECK_INTERVAL_S})`;
  const [row] = await server.rows(`select abs(unixepoch() - checked_s) >= ${after} from ${CHECKS_TABLE}`);
  if (row?.[0] !== 1) return false;
  await server.add(`update ${CHECKS_TABLE} set checked_s = unixepoch(), asked = 0`, 100);
  return true;
}

/** Reads the base and the log, and returns whether they lead to `state`. */
async function isLogIntact(server: ServerTransaction, schema: PublishedSchema, state: LogState): Promise<boolean> {
  try {
    const pages = readPages(server, state);
    const base = await readDiffEnds(schema, pages.base()).next();
    if (base.done === true) return false;
    let last = { ...base.value, bytes: 0 };
    for await (const diff of readDiffEnds(schema, pages.log(0))) last = diff;
    const { n, seq, rows, digest, logBytes } = state;
    return last.bytes === logBytes && isDeepStrictEqual(last.end, { n, seq, rows, digest });
  } catch (error) {
    if (!readStorageCode(error)?.startsWith('DIFF_')) throw error;
    return false;
  }
}

/**
 * Reads the state of the server's base and log, and creates the tables if they are missing. Throws `ForeignLogError` if
 * the server has tables that are not ours.
 */
async function openServerLog(server: ServerTransaction): Promise<ServerLog> {
  const names = (await server.rows(`select name from sqlite_master where type = 'table'`)).map(([name]) =>
    String(name),
  );
  if (!names.includes(STATE_TABLE)) {
    if (names.some((name) => !/^(sqlite_|libsql_|_litestream)/.test(name))) throw new ForeignLogError();
    for (const sql of [...CREATE_PAGE_TABLES, CREATE_STATE]) await server.add(sql, 200);
    return { state: null, tail: NO_BYTES, baseRows: 0, logRows: 0 };
  }
  const [counts] = await server.rows(
    `select (select count(*) from ${BASE_TABLE}), (select count(*) from ${LOG_PAGES_TABLE}), (select tail from ${STATE_TABLE})`,
  );
  const [row] = await server.rows(SELECT_STATE);
  const tail = counts?.[2];
  return {
    state: parseState(row),
    tail: tail instanceof ArrayBuffer ? new Uint8Array(tail) : NO_BYTES,
    baseRows: Number(counts?.[0]),
    logRows: Number(counts?.[1]),
  };
}

/** Number of rows that a log may have at least, so that small databases do not get a new base every few snapshots. */
const LOG_ROWS_MIN = 64;

/** Returns the number of rows that the log may fill before a new base is better: as many as the base. */
function computeLogRowsMax({ baseRows, logRows }: Pick<ServerLog, 'baseRows' | 'logRows'>): number {
  return Math.max(baseRows, logRows, LOG_ROWS_MIN);
}

function canFitInLog(log: ServerLog, diff: Uint8Array): boolean {
  return countLogRows(log, diff) <= computeLogRowsMax(log);
}

function countLogRows({ state }: ServerLog, diff: Uint8Array): number {
  return Math.floor(((state?.logBytes ?? 0) + diff.byteLength) / ROW_BYTES);
}

/** Largest number of rows by which a log grows, a quarter of a megabyte. */
const LOG_GROWTH_MAX = 64;

/**
 * Returns the number of rows by which a log grows. Edges fetch the zeros in them, so a log is not created as large as
 * it may become. Growing changes three pages besides the new ones, so it does not grow by single rows either.
 */
function countLogGrowth(rowsMax: number): number {
  return Math.min(Math.ceil(rowsMax / 8), LOG_GROWTH_MAX);
}

/** Appends a diff to the log. A full log grows by many rows, because filling one costs a page and adding one three. */
async function appendDiff(server: ServerTransaction, log: ServerLog, diff: Uint8Array, state: LogState) {
  const rowsMax = computeLogRowsMax(log);
  const rows = countLogRows(log, diff);
  if (rows > log.logRows) {
    await server.add(buildZeroInsert(log.logRows + 1, Math.min(rows + countLogGrowth(rowsMax), rowsMax)), 100);
  }
  const before = log.state?.logBytes ?? 0;
  const tail = await writeRows(
    server,
    LOG_PAGES_TABLE,
    Math.floor(before / ROW_BYTES),
    Buffer.concat([log.tail, diff]),
  );
  const args = toStateArgs({ ...state, logBytes: before + diff.byteLength }, tail);
  await server.add({ sql: REPLACE_STATE, args }, ROW_BYTES);
}

/** Replaces the base, and empties the log. */
function createBaseWriter(server: ServerTransaction, { state, baseRows, logRows }: ServerLog) {
  let rows = 0;
  let rest = NO_BYTES;
  let bytes = 0;
  const pass = async (more: Uint8Array): Promise<void> => {
    bytes += more.byteLength;
    const all = Buffer.concat([rest, more]);
    rest = await writeRows(server, BASE_TABLE, rows, all);
    rows += (all.byteLength - rest.byteLength) / ROW_BYTES;
  };
  return {
    pass,
    end: async (): Promise<ServerLog & { readonly bytes: number }> => {
      const packed = bytes;
      if (rest.byteLength > 0) await pass(new Uint8Array(ROW_BYTES - rest.byteLength));
      // Rows that are no longer needed are not deleted but overwritten, so that their bytes are gone.
      await server.add(buildRowOverwrite(BASE_TABLE, rows + 1, baseRows), 100);
      const used = Math.ceil((state?.logBytes ?? 0) / ROW_BYTES);
      await server.add(buildRowOverwrite(LOG_PAGES_TABLE, 1, Math.min(used, logRows)), 100);
      const sizes = { baseRows: Math.max(rows, baseRows), logRows };
      const wanted = Math.max(logRows, countLogGrowth(computeLogRowsMax(sizes)));
      await server.add(buildZeroInsert(logRows + 1, wanted), 100);
      return { state: null, tail: NO_BYTES, ...sizes, logRows: wanted, bytes: packed };
    },
  };
}

/** Writes full rows after row `last`, and returns the remaining bytes. */
async function writeRows(
  server: ServerTransaction,
  table: string,
  last: number,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const sql = `insert into ${table} (page, bytes) values (?, ?) on conflict (page) do update set bytes = excluded.bytes`;
  let page = last;
  let at = 0;
  for (; bytes.byteLength - at >= ROW_BYTES; at += ROW_BYTES) {
    page++;
    // A copy, because the driver would send the whole buffer behind a view.
    await server.add({ sql, args: [BigInt(page), bytes.slice(at, at + ROW_BYTES)] }, ROW_BYTES);
  }
  return Uint8Array.from(bytes.subarray(at));
}

function buildRowOverwrite(table: string, from: number, to: number): string {
  return `update ${table} set bytes = zeroblob(${ROW_BYTES}) where page between ${from} and ${to}`;
}

function buildZeroInsert(from: number, to: number): string {
  return `insert into ${LOG_PAGES_TABLE} (page, bytes)
    with recursive pages (page) as (select ${from} where ${from} <= ${to} union all select page + 1 from pages where page < ${to})
    select page, zeroblob(${ROW_BYTES}) from pages`;
}
