import type { Row } from '@libsql/client';
import { cutIntoSlices } from '../../domain/values/slices.ts';
import type { Runner } from './database.ts';

/** A cell of a row. Undefined is stored as null. */
export type SqlCell = string | number | null | undefined;

/** Number of rows per statement, which limits the size of its argument. */
const ROWS_PER_STATEMENT = 10_000;

/**
 * Inserts rows and returns the rows of a `returning` clause. Each statement gets its rows as one JSON array of arrays.
 * This is faster than one parameter per cell, and it keeps integers as integers, whereas the driver binds numbers as
 * REAL.
 *
 * `columns` is a list such as `'install_n, unhex(digest)'`, which stores the second cell decoded. `rest` is SQL that
 * follows the rows: any of `order by`, `on conflict` and `returning`.
 */
export async function insertRows(
  runner: Runner,
  table: string,
  columns: string,
  rows: readonly (readonly SqlCell[])[],
  rest = '',
): Promise<readonly Row[]> {
  const sql = buildInsert(table, columns.split(', '), rest);
  const returned: Row[] = [];
  for (const some of cutIntoSlices(rows, ROWS_PER_STATEMENT)) {
    const result = await runner.execute({ sql, args: [JSON.stringify(some)] });
    returned.push(...result.rows);
  }
  return returned;
}

/** Adds `where true`, because without it SQLite parses `on conflict` as a join condition. */
function buildInsert(table: string, columns: readonly string[], rest: string): string {
  const names = columns.map((column) => column.replace(/^unhex\((.*)\)$/, '$1')).join(', ');
  const cells = columns.map((column, i) => (column.startsWith('unhex(') ? `unhex(value->>${i})` : `value->>${i}`));
  return `insert into ${table} (${names}) select ${cells.join(', ')} from json_each(?) where true ${rest}`;
}

/** SQL that overwrites these columns of an existing row. Unlike `insert or replace`, it fires update triggers. */
export function overwrite(columns: string): string {
  const assignments = columns.split(', ').map((column) => `${column} = excluded.${column}`);
  return `on conflict do update set ${assignments.join(', ')}`;
}
