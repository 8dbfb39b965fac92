/** Kinds of entity with pages worth listing: at least one of its own facts is agreed on, or it was looted. */
export const LISTED_KINDS = ['item', 'npc', 'quest', 'object', 'zone'] as const;

export type ListedKind = (typeof LISTED_KINDS)[number];

/** The part for ids with one digit. */
export const ONE_DIGIT = '0';

/** Maximum ids read per part. For ids of up to six digits no part has more than 11,111. */
export const PART_IDS_MAX = 50_000;

/**
 * Lists everything that has a page, in parts by the first two digits of its id, so that the contents of a part do not
 * depend on earlier ids.
 */
export interface PublicIdReader {
  /** Returns the non-empty parts: two digits, or ONE_DIGIT. */
  parts(kind: ListedKind): Promise<readonly string[]>;
  /** Returns the ids of one part, at most PART_IDS_MAX. */
  ofPart(kind: ListedKind, part: string): Promise<readonly number[]>;
}
