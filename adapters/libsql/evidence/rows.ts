/** Rows in one JSON argument: enough that statements are few, few enough that an argument takes some megabytes at most. */
const ROWS_A_STATEMENT = 10_000;

/** The rows in runs for one statement each. */
export const chunksOf = <T>(rows: readonly T[]): readonly (readonly T[])[] => {
  const chunks: (readonly T[])[] = [];
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    chunks.push(rows.slice(from, from + ROWS_A_STATEMENT));
  return chunks;
};
