import type { InArgs } from '@libsql/client';
import { type Runner, readBytes } from '../database.ts';
import { readStorageCode } from '../storage_error.ts';

/**
 * Reads rows that may be damaged. uploads.db is the only original, so a flipped bit must not keep the rest from being
 * read: damage is detected row by row.
 */

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Like `readJson`, but replaces invalid UTF-8 with U+FFFD instead of throwing. */
export async function readReadableRows<T>(runner: Runner, sql: string, args: InArgs): Promise<readonly T[]> {
  const bytes = await readBytes(runner, sql, args);
  return bytes === null ? [] : (JSON.parse(decoder.decode(bytes)) as T[]);
}

/** Functions that read the rows with numbers `from < n <= to`. */
export interface NumberedRows<T> {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  /** Reads all existing rows in ascending order, but at most `limit`. */
  range(): Promise<readonly T[]>;
  one(n: number): Promise<T | undefined>;
  /** Returns a replacement for a row that cannot be read, or undefined to skip it. */
  unreadable(n: number): T | undefined;
}

/** Reads the rows together, or, if pages are damaged, one by one with replacements for unreadable rows. */
export async function readNumberedRows<T>(rows: NumberedRows<T>): Promise<readonly T[]> {
  const together = await readOrFallback(rows.range, null);
  if (together !== null) return together;
  const found: T[] = [];
  for (let n = rows.from + 1; n <= rows.to && found.length < rows.limit; n++) {
    const row = await readOrFallback(() => rows.one(n), rows.unreadable(n));
    if (row !== undefined) found.push(row);
  }
  return found;
}

/** Returns the result of `read`, or `fallback` if pages needed by `read` are damaged. */
export async function readOrFallback<T>(read: () => Promise<T>, fallback: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    // Other errors do not mean damage, but for example a full or missing disk.
    if (!readStorageCode(error)?.startsWith('SQLITE_CORRUPT')) throw error;
    return fallback;
  }
}
