import { isUtf8 } from 'node:buffer';
import { StorageError } from './storage_error.ts';

/**
 * The driver aborts the whole process (SIGABRT) when it reads a TEXT value that is not UTF-8, which a flipped bit can
 * cause. It returns blobs unchanged. So every query of the project casts its texts to blobs, which are decoded here: that
 * turns damage into a storage fault. adapters/libsql/prepared_statements.ts prepares every query this way.
 */

/** Marks a query that casts its columns to blobs itself, which saves a third of the time of a small query. */
export const BYTE_CAST_MARK = '/* in bytes */';

/**
 * Returns whether the texts of a statement must be guarded. Statements that are not queries only return numbers and
 * constant strings, which are not read from a table.
 */
export function needsGuard(sql: string): boolean {
  return /^\s*(?:select|with)\b/i.test(sql);
}

/** Number of bits available in bitwise operations. */
const GUARDED_COLUMNS_MAX = 31;

/**
 * Returns SQL for the same rows in the same order, with texts as blobs and an additional column: a bit mask of the text
 * columns.
 */
export function selectTextsAsBlobs(sql: string, columns: number): string {
  if (columns > GUARDED_COLUMNS_MAX) throw new RangeError(`a query has more than ${GUARDED_COLUMNS_MAX} columns`);
  const names = Array.from({ length: columns }, (_, i) => `c${i}`);
  const values = names.map((name) => `case typeof(${name}) when 'text' then cast(${name} as blob) else ${name} end`);
  const texts = names.map((name, i) => `((typeof(${name}) = 'text') << ${i})`);
  return `with guarded_query(${names.join(', ')}) as (${sql}\n) select ${values.join(', ')}, ${texts.join(' | ')} from guarded_query`;
}

/** Returns the row of the original query with its column names, given a row of the guarded one. */
export function decodeRow(row: readonly unknown[], columns: readonly string[]): unknown[] {
  const texts = Number(row[columns.length]);
  const values = columns.map((_, i) => ((texts >> i) & 1 ? decodeText(row[i] as ArrayBuffer) : row[i]));
  return Object.assign(values, Object.fromEntries(columns.map((name, i) => [name, values[i]])));
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes UTF-8. Throws a storage fault if the bytes are invalid. */
export function decodeText(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new StorageError('TEXT_DAMAGED');
  }
}

/** Returns the bytes if they are valid UTF-8, or else throws a storage fault. */
export function requireUtf8(bytes: Uint8Array): Uint8Array {
  if (!isUtf8(bytes)) throw new StorageError('TEXT_DAMAGED');
  return bytes;
}
