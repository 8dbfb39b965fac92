import type { SnapshotView } from './snapshot_view.ts';

/** What has pages that are worth listing: that of which something of its own is agreed on, or that was looted. */
export const LISTED_KINDS = ['item', 'npc', 'quest', 'object', 'zone'] as const;

export type ListedKind = (typeof LISTED_KINDS)[number];

/** The part of the ids of one digit. */
export const ONE_DIGIT = '0';

/** Ids of one part that are read at most; of ids up to six digits none has more than 11,111. */
export const PART_IDS_MAX = 50_000;

/**
 * Lists everything that has a page, in parts by the first two digits of its id, so that no part depends on how many there
 * are before it.
 */
export interface PublicIdReader {
  /** The parts that have any: two digits, or ONE_DIGIT. */
  idParts(view: SnapshotView, kind: ListedKind): Promise<readonly string[]>;
  /** The ids of one part, at most PART_IDS_MAX. */
  idsOfPart(view: SnapshotView, kind: ListedKind, part: string): Promise<readonly number[]>;
}
