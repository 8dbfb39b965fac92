import type { InArgs } from '@libsql/client';
import type { Runner } from './database.ts';
import { CASTS_TO_BYTES, textOf } from './text_guard.ts';

/** Rows with packed bytes each, read and written many at a time: a row through the driver costs as much as a kilobyte. */

/** What to read: `from` gives a column `body`, `columns` what to know of a row, `order` a total order of the rows. */
export interface PackedQuery {
  readonly from: string;
  readonly columns: string;
  readonly order: string;
}

export interface PackedRow<T> {
  readonly columns: T;
  readonly body: Uint8Array;
}

export async function readPacked<T extends readonly unknown[]>(
  runner: Runner,
  { from, columns, order }: PackedQuery,
  args: InArgs,
): Promise<readonly PackedRow<T>[]> {
  const { rows } = await runner.execute({
    sql: `${CASTS_TO_BYTES} select cast(group_concat(body, '' order by ${order}) as blob),
      cast(json_group_array(json_array(octet_length(body), ${columns}) order by ${order}) as blob) from (${from})`,
    args,
  });
  const [bodies, heads] = [rows[0]?.[0], rows[0]?.[1]];
  if (!(bodies instanceof ArrayBuffer) || !(heads instanceof ArrayBuffer)) return [];
  let at = 0;
  return (JSON.parse(textOf(heads)) as [number, ...unknown[]][]).map(([size, ...told]) => {
    const body = new Uint8Array(bodies, at, size);
    at += size;
    return { columns: told as unknown as T, body };
  });
}

/**
 * Runs a statement whose rows come from `ROWS_WITH_BODIES`: `value` is a row's columns as a JSON array, `body` its bytes.
 */
export async function writePacked(
  runner: Runner,
  sql: string,
  rows: readonly PackedRow<readonly unknown[]>[],
): Promise<void> {
  if (rows.length === 0) return;
  const bytes = new Uint8Array(rows.reduce((sum, { body }) => sum + body.byteLength, 0));
  let at = 0;
  const heads = rows.map(({ columns, body }) => {
    const head = [at + 1, body.byteLength, columns];
    bytes.set(body, at);
    at += body.byteLength;
    return head;
  });
  await runner.execute({ sql, args: [bytes, JSON.stringify(heads)] });
}

/** For the `from` of a statement that `writePacked` runs. */
export const ROWS_WITH_BODIES = `(select value->2 as value, substr(?1, value->>0, value->>1) as body from json_each(?2))`;
