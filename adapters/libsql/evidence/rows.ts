/** Rows in one JSON argument: enough that statements are few. */
const ROWS_A_STATEMENT = 10_000;

/** Characters of what is long in them: an argument takes some megabytes at most, several times over on its way. */
const CHARS_A_STATEMENT = 1_000_000;

/** The rows in runs for one statement each; `charsOf` tells how long a row is where rows may be long. */
export function* chunksOf<T>(rows: readonly T[], charsOf?: (row: T) => number): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; ) {
    const chunk = chunkFrom(rows, from, charsOf);
    yield chunk;
    from += chunk.length;
  }
}

/** The first of those runs behind `from` rows; at least one row. */
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
