import type { InArgs } from '@libsql/client';
import { bytesValue, type Runner } from '../database.ts';
import { storageErrorCode } from '../storage_error.ts';

/**
 * Reading what may be damaged. uploads.db is the original: one flipped bit in it must not keep the rest from being read,
 * so what is damaged is told from what is whole row by row.
 */

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Rows as `jsonRows` reads them, but with U+FFFD in texts that are damaged. */
export async function readableRows<T>(runner: Runner, sql: string, args: InArgs): Promise<readonly T[]> {
  const bytes = await bytesValue(runner, sql, args);
  return bytes === null ? [] : (JSON.parse(decoder.decode(bytes)) as T[]);
}

/** Whether pages of the file are damaged, as against a disk that is full or out of reach. */
function isDamage(error: unknown): boolean {
  return storageErrorCode(error)?.startsWith('SQLITE_CORRUPT') === true;
}

/** Rows by number, `from < n <= to`. */
export interface NumberedRows<T> {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  /** All of them that there are, ascending, at most `limit`. */
  range(): Promise<readonly T[]>;
  /** The one with this number; undefined where there is none. */
  one(n: number): Promise<T | undefined>;
  /** What stands for one that cannot be read. */
  unreadable(n: number): T | undefined;
}

/** The rows; where the pages that they stand on are damaged, those that can be read alone, and a stand-in for others. */
export async function numberedRows<T>(rows: NumberedRows<T>): Promise<readonly T[]> {
  try {
    return await rows.range();
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  const found: T[] = [];
  for (let n = rows.from + 1; n <= rows.to && found.length < rows.limit; n++) {
    const row = await alone(rows, n);
    if (row !== undefined) found.push(row);
  }
  return found;
}

async function alone<T>(rows: NumberedRows<T>, n: number): Promise<T | undefined> {
  try {
    return await rows.one(n);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return rows.unreadable(n);
  }
}

/** What `read` answers, or `otherwise` where the pages that it needs are damaged. */
export async function readUnlessDamaged<T>(read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isDamage(error)) throw error;
    return otherwise;
  }
}
