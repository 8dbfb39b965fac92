import type { InValue, Row, Value } from '@libsql/client';
import { awaitEventLoop, type Runner } from '../database.ts';
import { buildDigest, LOG_TABLE, quoteName, type Table, TRIGGER_PREFIX } from './shape.ts';

/** The current state of a row. */
export interface LocalRow {
  readonly digest: Uint8Array;
  readonly values: readonly Value[];
}

/** A row to send: its key, its digest on the server (null if new) and its current state (null if deleted). */
export interface ChangedRow {
  readonly key: readonly Value[];
  readonly before: Uint8Array | null;
  readonly now: LocalRow | null;
}

type NewRow = ChangedRow & { readonly now: LocalRow };

/** Number of rows per page. The largest rows take a quarter of a megabyte each. */
const PAGE_ROWS = 100;

/** Reads all rows of a table in primary key order, as new rows. */
export async function* readAllRows(runner: Runner, table: Table): AsyncGenerator<readonly NewRow[]> {
  const key = table.key.map(({ name }) => `t.${quoteName(name)}`).join(', ');
  const marks = table.key.map(() => '?').join(', ');
  const select = `select ${buildDigest(table, 't')}, ${selectColumns(table)} from ${quoteName(table.name)} as t`;
  let last: readonly InValue[] | null = null;
  for (;;) {
    const where = last === null ? '' : ` where (${key}) > (${marks})`;
    const { rows } = await runner.execute({
      sql: `${select}${where} order by ${key} limit ${PAGE_ROWS}`,
      args: [...(last ?? [])],
    });
    if (rows.length === 0) return;
    const page: readonly NewRow[] = rows.map((row) => {
      const now = parseRow(row, 0);
      return { key: extractKey(table, now.values), before: null, now };
    });
    yield page;
    if (rows.length < PAGE_ROWS) return;
    last = page.at(-1)!.key.map(toSqlValue);
    await awaitEventLoop();
  }
}

/** Reads the rows of a table that changed after log entry `after`. Each row is read once, however often it changed. */
export async function* readChangedRows(
  runner: Runner,
  table: Table,
  after: number,
): AsyncGenerator<readonly ChangedRow[]> {
  let last = '';
  for (;;) {
    const { rows } = await runner.execute({
      sql: `select key, before, min(seq) from ${LOG_TABLE} where tbl = ? and key > ? and seq > ?
            group by key order by key limit ${PAGE_ROWS}`,
      args: [table.name, last, BigInt(after)],
    });
    if (rows.length === 0) return;
    const keys = rows.map((row) => String(row[0]));
    const now = await readRowsByKey(runner, table, keys);
    yield rows.map((row, i) => ({
      key: parseKey(table, keys[i]!),
      before: row[1] === null ? null : new Uint8Array(row[1] as ArrayBuffer),
      now: now.get(i) ?? null,
    }));
    if (rows.length < PAGE_ROWS) return;
    last = keys[keys.length - 1]!;
    await awaitEventLoop();
  }
}

/** Returns the number of the last log entry, and whether the log contains every change after entry `after`. */
export async function readLogEnd(runner: Runner, after: number): Promise<{ end: number; unbroken: boolean }> {
  const { rows } = await runner.execute({
    sql: `select (select seq from sqlite_sequence where name = '${LOG_TABLE}'), count(*), count(*) filter (where tbl = ''),
            (select count(*) from sqlite_master where type = 'trigger' and substr(name, 1, ${TRIGGER_PREFIX.length}) = '${TRIGGER_PREFIX}')
          from ${LOG_TABLE} where seq > ?`,
    args: [BigInt(after)],
  });
  const [end = 0, lines = 0, breaks = 0, triggers = 0] = Array.from(rows[0] ?? [], Number);
  return { end, unbroken: triggers > 0 && end - after === lines && breaks === 0 };
}

async function readRowsByKey(
  runner: Runner,
  table: Table,
  keys: readonly string[],
): Promise<ReadonlyMap<number, LocalRow>> {
  const { rows } = await runner.execute({
    sql: `select k.key, ${buildDigest(table, 't')}, ${selectColumns(table)} from ${joinByKey(table)}`,
    args: [`[${keys.join(',')}]`],
  });
  return new Map(rows.map((row) => [Number(row[0]), parseRow(row, 1)]));
}

/** SQL that joins a table with a JSON list of `rowKey` keys. `cross join` makes SQLite look up one row for each key. */
export function joinByKey(table: Table): string {
  const conditions = table.key.map(({ name, isBlob }, i) => {
    const part = `k.value->>${i}`;
    return `t.${quoteName(name)} = ${isBlob ? `unhex(${part})` : part}`;
  });
  return `json_each(?) as k cross join ${quoteName(table.name)} as t on ${conditions.join(' and ')}`;
}

function selectColumns({ columns }: Table): string {
  return columns.map(({ name }) => `t.${quoteName(name)}`).join(', ');
}

function parseRow(row: Row, at: number): LocalRow {
  return {
    digest: new Uint8Array(row[at] as ArrayBuffer),
    values: Array.from({ length: row.length - at - 1 }, (_, i) => row[at + 1 + i] as Value),
  };
}

/** Returns the primary key of a row. */
export function extractKey(table: Table, values: readonly Value[]): readonly Value[] {
  return table.key.map(({ name }) => values[table.columns.findIndex((column) => column.name === name)]!);
}

function parseKey(table: Table, json: string): readonly Value[] {
  return (JSON.parse(json) as (string | number)[]).map((part, i) =>
    table.key[i]!.isBlob
      ? Uint8Array.from(String(part).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16)).buffer
      : part,
  );
}

/** Converts integers to BigInt, because the driver would bind them as REAL, like other numbers. */
export function toSqlValue(value: Value): InValue {
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;
}
