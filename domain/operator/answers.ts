/**
 * Maximum number of rows in a list response. Even with the longest labels, they fit on one line of a socket message.
 */
export const LIST_ROWS_MAX = 64;

export function formatUnreachable(cause: string): string {
  return `The uploads database could not be read or written (${cause}): check its disk and file, then run the command again.`;
}
