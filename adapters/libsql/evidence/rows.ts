/** Number of rows in one JSON argument, chosen so that few statements are needed. */
const ROWS_PER_STATEMENT = 10_000;

/**
 * Number of characters of variable-length text in one argument. An argument is copied several times on its way to
 * SQLite, so it must not exceed a few megabytes.
 */
const CHARS_PER_STATEMENT = 1_000_000;

/**
 * Splits rows into chunks, one per statement. `charsOf` returns the length of a row and is needed only if rows may be
 * long. A chunk has at least one row.
 */
export function* splitIntoChunks<T>(rows: Iterable<T>, charsOf: (row: T) => number = () => 0): Generator<readonly T[]> {
  let chunk: T[] = [];
  let chars = 0;
  for (const row of rows) {
    const own = charsOf(row);
    if (chunk.length === ROWS_PER_STATEMENT || (chunk.length > 0 && chars + own > CHARS_PER_STATEMENT)) {
      yield chunk;
      chunk = [];
      chars = 0;
    }
    chunk.push(row);
    chars += own;
  }
  if (chunk.length > 0) yield chunk;
}
