import { gunzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';

/**
 * Reads all rows of a Parquet file: whole numbers as bigint, days as Date, and null for whatever is absent, also for a
 * list, for which the reader returns undefined.
 */
export async function readParquet(bytes: Uint8Array): Promise<readonly Record<string, unknown>[]> {
  const file = new Uint8Array(bytes).buffer;
  const rows = await parquetReadObjects({ file, compressors: { GZIP: (page) => gunzipSync(page) } });
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? null])));
}

/** Returns a row as JSON with the values of NDJSON: whole numbers as numbers, and days as text. */
export function parquetRowJson(row: object): string {
  return JSON.stringify(row, (_, value) => {
    if (typeof value === 'bigint') return Number(value);
    return typeof value === 'string' && value.endsWith('T00:00:00.000Z') ? value.slice(0, 10) : value;
  });
}
