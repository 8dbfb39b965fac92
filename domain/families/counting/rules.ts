/**
 * Rules that have no claims but affect a snapshot database. A new version of one of these causes a rebuild, just as a
 * new version of a family does.
 */
export const OTHER_RULES = [
  /** How feed rows are built (domain/snapshot/feed.ts) and stored, and which records count (counting_records.ts). */
  { name: 'feed', version: 6 },
  /** Names that the knowledge base reads from facts (domain/knowledge/named_things.ts), and how it ranks them. */
  { name: 'knowledge', version: 2 },
  /** Entities named in facts (domain/families/lookups/mentioned.ts), and the counts stored with lists. */
  { name: 'mentions', version: 1 },
] as const;
