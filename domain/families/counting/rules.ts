/**
 * Rules without claims of their own that a snapshot database was built by. Another version of one has it built afresh,
 * like another version of a family.
 */
export const OTHER_RULES = [
  /**
   * How rows of the public feed are made (domain/snapshot/feed.ts) and kept, and which records count (counting_records.ts).
   */
  { name: 'feed', version: 5 },
  /** What the knowledge base takes from facts (domain/knowledge/entity_of_fact.ts). */
  { name: 'knowledge', version: 1 },
  /** What facts name beside what they are about (domain/families/lookups/mentioned.ts), and counts kept beside lists. */
  { name: 'mentions', version: 1 },
] as const;
