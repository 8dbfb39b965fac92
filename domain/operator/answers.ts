/** Rows of one list answer: with the longest labels they still fit one line of the instance's socket. */
export const LIST_ROWS_MAX = 64;

/** What the operator is told where uploads.db fails. */
export function outOfReach(cause: string): string {
  return `The uploads database could not be read or written (${cause}): check its disk and file, then run the command again.`;
}

/** The UTC day of an instant, YYYY-MM-DD. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
