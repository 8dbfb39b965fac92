/** Maximum length of a search query in characters. */
export const QUERY_CHARS_MAX = 200;

/** Returns the path of a search. */
export function searchPath(query: string): string {
  return `/search?q=${encodeURIComponent(query)}`;
}
