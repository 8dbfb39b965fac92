import type { DamagedRow } from '../ports/damaged_row.ts';
import type { PartKey, UploadHead } from './digests.ts';

export interface StoredInstall {
  readonly n: number;
  /** Null if the id cannot be read. */
  readonly installId: string | null;
  /** The digest stored with the id, or an empty string if there is none. */
  readonly digest: string;
  /** Whether a lookup of the id through the table's index finds this row. */
  readonly isFound: boolean;
}

/**
 * A stored part. If the part was erased, `installN` is null and `erasedBy` is the number of the erasure's link.
 * `install` is the digest stored with the install: an empty string if no digest was stored, or null if the install does
 * not exist.
 */
export interface StoredPart {
  readonly digest: string;
  readonly installN: number | null;
  readonly erasedBy: number | null;
  readonly install: string | null;
}

export interface StoredHead extends UploadHead {
  readonly records: number;
}

interface LinkBase {
  readonly n: number;
  readonly content: string;
  readonly digest: string;
}

/** A stored link with the data that it covers. `head` is null if nothing is left of the upload. */
export type StoredLink = LinkBase &
  (
    | {
        readonly kind: 'upload';
        readonly uploadN: number;
        readonly head: StoredHead | null;
        readonly parts: readonly StoredPart[];
      }
    | { readonly kind: 'erasure'; readonly emptied: readonly PartKey[] }
  );

/**
 * A record with all data that the chain covers. An unreadable record has only a `seq`, and the upload 0. So has a block
 * of records that has changed since it was stored.
 */
export interface ProofRecord {
  readonly seq: number;
  readonly uploadN: number;
  readonly installN: number;
  readonly kind: string;
  readonly eventId: string | null;
  readonly capturedAtMs: number;
  /** SHA-256 (hex) of the body, or an empty string if the record is unreadable. */
  readonly digest: string;
  /** Whether a lookup of the record's identity finds its number. If not, a repeat of it would be stored as well. */
  readonly isFound: boolean;
  /** Present for a changed block, whose number is `seq`: the upload that it names. */
  readonly blockOf?: number;
}

/** The highest numbers in the database, all read at the same point in time. */
export interface ChainBounds {
  readonly linkN: number;
  readonly uploadN: number;
  readonly seq: number;
  readonly installN: number;
  /** Number of the newest erasure's link, or 0 if there is none. */
  readonly erasureN: number;
}

/** Reads the chain for a check, in pages of bounded size. Damaged rows contain only the fields that could be read. */
export interface ChainSource {
  readonly feedKey: string;
  bounds(): Promise<ChainBounds>;
  /** Finds rows that violate their table's checks, in tables that the chain does not cover completely. */
  damagedRows(): Promise<readonly DamagedRow[]>;
  /** Returns installs with `after < n <= to`, ascending, or an empty list at the end. */
  installs(after: number, to: number): Promise<readonly StoredInstall[]>;
  /** Returns links with `after < n <= to`, ascending, or an empty list at the end. */
  links(after: number, to: number): Promise<readonly StoredLink[]>;
  /** Returns records with `after < seq <= to`, ascending, or an empty list at the end. */
  records(after: number, to: number): Promise<readonly ProofRecord[]>;
  /**
   * Returns how many numbers of records with `after < seq <= to` have an identity, or null if that cannot be read. A
   * record that was stored again has only its new number.
   */
  countNumbers(after: number, to: number): Promise<number | null>;
  /** Returns the first upload with `after < n <= to` that has no link, or null if all have one. */
  unlinked(after: number, to: number): Promise<{ readonly uploadN: number; readonly receivedAtMs: number } | null>;
}
