/** Number of rows in one JSON argument, chosen so that few statements are needed. */
const ROWS_A_STATEMENT = 10_000;

/**
 * Number of characters of variable-length text in one argument. An argument is copied several times on its way to
 * SQLite, so it must not exceed a few megabytes.
 */
const CHARS_A_STATEMENT = 1_000_000;

/**
 * Splits rows into chunks, one per statement. `charsOf` returns the length of a row and is needed only if rows may be
 * long.
 */
export function* chunksOf<T>(rows: readonly T[], charsOf?: (row: T) => number): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; ) {
    const chunk = chunkFrom(rows, from, charsOf);
    yield chunk;
    from += chunk.length;
  }
}

/** Returns the chunk that begins at row `from`. It has at least one row. */
export function chunkFrom<T>(rows: readonly T[], from: number, charsOf?: (row: T) => number): readonly T[] {
  let to = Math.min(rows.length, from + ROWS_A_STATEMENT);
  if (charsOf === undefined) return rows.slice(from, to);
  let chars = 0;
  for (let at = from; at < to; at++) {
    chars += charsOf(rows[at]!);
    if (chars > CHARS_A_STATEMENT && at > from) to = at;
  }
  return rows.slice(from, to);
}

/** The number of each subject, by `subjectKey`. */
export type SubjectNumbers = ReadonlyMap<string, number>;
