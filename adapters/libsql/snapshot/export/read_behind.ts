/** Number of rows read at a time. A long read transaction would keep the write-ahead log from being emptied. */
export const ROWS_PER_READ = 1_000;

export type SortPosition = readonly (string | number)[];

/** Binds whole numbers as integers, because the driver would bind them as REAL. */
export function bindSqlValues(values: SortPosition): (string | bigint)[] {
  return values.map((value) => (typeof value === 'number' ? BigInt(value) : value));
}

/** Yields rows page by page. Each page begins after the last row of the previous one. */
export async function* readSortedPages<Row, T>(
  read: (behind: SortPosition) => Promise<readonly Row[]>,
  parse: (row: Row) => T,
  start: SortPosition,
  placeOf: (value: T) => SortPosition,
): AsyncIterable<readonly T[]> {
  for (let behind = start; ; ) {
    const values = (await read(behind)).map(parse);
    const last = values.at(-1);
    if (last === undefined) return;
    yield values;
    behind = placeOf(last);
  }
}
