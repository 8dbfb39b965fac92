import type { InArgs } from '@libsql/client';
import type { Runner } from './database.ts';
import { BYTE_CAST_MARK, decodeText } from './text_guard.ts';

/** Reads and writes many packed rows in one call, because the driver's overhead per row equals the cost of 1 kB. */

export interface PackedRow<K> {
  readonly key: K;
  readonly body: Uint8Array;
}

/** Reads the rows of the query `from` in key order. The rows must have a `body` column. */
export async function readPackedRows<K extends readonly unknown[]>(
  runner: Runner,
  key: string,
  from: string,
  args: InArgs,
): Promise<readonly PackedRow<K>[]> {
  const { rows } = await runner.execute({
    sql: `${BYTE_CAST_MARK} select cast(group_concat(body, '' order by ${key}) as blob),
      cast(json_group_array(json_array(octet_length(body), ${key}) order by ${key}) as blob) from (${from})`,
    args,
  });
  const [bodies, heads] = [rows[0]?.[0], rows[0]?.[1]];
  if (!(bodies instanceof ArrayBuffer) || !(heads instanceof ArrayBuffer)) return [];
  let at = 0;
  return (JSON.parse(decodeText(heads)) as [number, ...unknown[]][]).map(([size, ...values]) => {
    const body = new Uint8Array(bodies, at, size);
    at += size;
    return { key: values as unknown as K, body };
  });
}

/** Runs a statement over `ROWS_WITH_BODIES`, in which `value` is a row's key as a JSON array. */
export async function writePackedRows(
  runner: Runner,
  sql: string,
  rows: readonly PackedRow<readonly unknown[]>[],
): Promise<void> {
  if (rows.length === 0) return;
  const bytes = new Uint8Array(rows.reduce((sum, { body }) => sum + body.byteLength, 0));
  let at = 0;
  const heads = rows.map(({ key, body }) => {
    const head = [at + 1, body.byteLength, key];
    bytes.set(body, at);
    at += body.byteLength;
    return head;
  });
  await runner.execute({ sql, args: [bytes, JSON.stringify(heads)] });
}

/** SQL for the `from` clause of a statement that `writePackedRows` runs. */
export const ROWS_WITH_BODIES = `(select value->2 as value, substr(?1, value->>0, value->>1) as body from json_each(?2))`;
