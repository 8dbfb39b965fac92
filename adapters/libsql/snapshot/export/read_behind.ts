/** Number of rows read at a time. A long read transaction would keep the write-ahead log from being emptied. */
export const ROWS_PER_READ = 1_000;

export type SortPlace = readonly (string | number)[];

/** Binds whole numbers as integers, because the driver would bind them as REAL. */
export function bindSqlValues(values: SortPlace): (string | bigint)[] {
  return values.map((value) => (typeof value === 'number' ? BigInt(value) : value));
}

/** Yields rows page by page. Each page begins after the last row of the previous one. */
export async function* readBehind<Row, T>(
  read: (behind: SortPlace) => Promise<readonly Row[]>,
  parse: (row: Row) => T,
  start: SortPlace,
  placeOf: (value: T) => SortPlace,
): AsyncIterable<readonly T[]> {
  for (let behind = start; ; ) {
    const values = (await read(behind)).map(parse);
    const last = values.at(-1);
    if (last === undefined) return;
    yield values;
    behind = placeOf(last);
  }
}
