/** The most characters that the search box takes; questions need fewer. */
export const QUERY_CHARS_MAX = 200;

/** The address of a search. */
export function searchPath(query: string): string {
  return `/search?q=${encodeURIComponent(query)}`;
}
