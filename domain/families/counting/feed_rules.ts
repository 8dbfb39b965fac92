/**
 * What rows of the public feed are made by (domain/snapshot/feed.ts), and which records count at all
 * (domain/snapshot/counting_records.ts): no claims of its own, but rules that a snapshot database was built by. Another version has
 * it built afresh.
 */
export const FEED_RULES = { name: 'feed', version: 1 } as const;
