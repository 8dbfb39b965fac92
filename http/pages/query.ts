/** The most characters that the search box takes; questions need fewer. */
export const QUERY_CHARS_MAX = 200;

/** The address of a search. */
export const searchPath = (query: string): string => `/search?q=${encodeURIComponent(query)}`;
