/** Kinds of entity whose pages are listed. An entity has a page if one of its facts is agreed or if it was looted. */
export const LISTED_KINDS = ['item', 'npc', 'quest', 'object', 'zone'] as const;

export type ListedKind = (typeof LISTED_KINDS)[number];

/** The part with one-digit ids. */
export const ONE_DIGIT = '0';

/** Maximum number of ids read per part. For ids of up to six digits, no part has more than 11,111 ids. */
export const PART_IDS_MAX = 50_000;

/** Lists every entity with a page, in parts by the first two digits of the id. */
export interface PublicIdReader {
  /** Returns the names of the non-empty parts, either two digits or ONE_DIGIT. */
  parts(kind: ListedKind): Promise<readonly string[]>;
  ofPart(kind: ListedKind, part: string): Promise<readonly number[]>;
}
