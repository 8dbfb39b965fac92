/**
 * Kinds of entity whose pages are worth listing. A page is listed if one of the entity's own facts is agreed on, or if
 * the entity was looted.
 */
export const LISTED_KINDS = ['item', 'npc', 'quest', 'object', 'zone'] as const;

export type ListedKind = (typeof LISTED_KINDS)[number];

/** The part that holds ids with one digit. */
export const ONE_DIGIT = '0';

/** Maximum number of ids read per part. For ids of up to six digits, no part has more than 11,111 ids. */
export const PART_IDS_MAX = 50_000;

/**
 * Lists every entity that has a page. Ids are split into parts by their first two digits, so that the contents of a
 * part do not depend on earlier ids.
 */
export interface PublicIdReader {
  /** Returns the names of the non-empty parts: two digits, or ONE_DIGIT. */
  parts(kind: ListedKind): Promise<readonly string[]>;
  /** Returns the ids of one part, at most PART_IDS_MAX. */
  ofPart(kind: ListedKind, part: string): Promise<readonly number[]>;
}
