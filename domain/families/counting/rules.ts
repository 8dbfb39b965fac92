/**
 * Rules that affect a snapshot database but have no claims. A new version of such a rule causes a rebuild, like a new
 * version of a family.
 */
export const OTHER_RULES = [
  /**
   * How rows of the public feed are built (domain/snapshot/feed.ts) and stored, and which records count
   * (counting_records.ts).
   */
  { name: 'feed', version: 5 },
  /** What the knowledge base reads from facts (domain/knowledge/entity_of_fact.ts). */
  { name: 'knowledge', version: 1 },
  /**
   * Entities that facts name in addition to their own entity (domain/families/lookups/mentioned.ts), and the counts
   * stored with lists.
   */
  { name: 'mentions', version: 1 },
] as const;
