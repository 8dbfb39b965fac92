import type { DamagedRow } from '../ports/damaged_row.ts';
import type { PartName, UploadHead } from './digests.ts';

/** A row of the table of installs. */
export interface StoredInstall {
  readonly n: number;
  /** Null if the id cannot be read. */
  readonly installId: string | null;
  /** The digest that is stored beside the id, or empty if there is none. */
  readonly digest: string;
  /** Whether the table's index leads from the id to this row. */
  readonly isFound: boolean;
}

/**
 * A stored part. If it was erased, `installN` is null and `erasedBy` is the number of the erasure's link. `install` is
 * the digest stored with its install: empty if none is stored, or null if the install does not exist.
 */
export interface StoredPart {
  readonly digest: string;
  readonly installN: number | null;
  readonly erasedBy: number | null;
  readonly install: string | null;
}

/** The stored head of an upload. */
export interface StoredHead extends UploadHead {
  /** Number of records that the upload should have. */
  readonly records: number;
}

interface LinkBase {
  readonly n: number;
  readonly content: string;
  readonly digest: string;
}

/** A stored link with the data that it covers. `head` is null if nothing of the upload is left. */
export type StoredLink = LinkBase &
  (
    | {
        readonly kind: 'upload';
        readonly uploadN: number;
        readonly head: StoredHead | null;
        readonly parts: readonly StoredPart[];
      }
    | { readonly kind: 'erasure'; readonly emptied: readonly PartName[] }
  );

/**
 * A record with everything that the chain covers. Damaged texts contain U+FFFD at the damaged bytes. If a record cannot
 * be read at all, only its `seq` is known, and its `uploadN` is 0.
 */
export interface ProofRecord {
  readonly seq: number;
  readonly uploadN: number;
  readonly installN: number;
  readonly kind: string;
  readonly eventId: string | null;
  readonly capturedAtMs: number;
  /** SHA-256 (hex) of the body, as stored with the record. */
  readonly digest: string;
  readonly body: string;
}

/** Highest numbers in the database at one moment. */
export interface ChainBounds {
  readonly linkN: number;
  readonly uploadN: number;
  readonly seq: number;
  readonly installN: number;
  /** Number of the newest link of an erasure, or 0 if there is none. */
  readonly erasureN: number;
}

/** Reads the chain for a check, in pages of bounded size. Unreadable rows are returned as far as they are known. */
export interface ChainSource {
  readonly feedKey: string;
  bounds(): Promise<ChainBounds>;
  /** Finds rows that violate the checks of their table, in tables that the chain does not completely cover. */
  damagedRows(): Promise<readonly DamagedRow[]>;
  /** Returns installs with `after < n <= to`, ascending, or none at the end. */
  installs(after: number, to: number): Promise<readonly StoredInstall[]>;
  /** Returns links with `after < n <= to`, ascending, or none at the end. */
  links(after: number, to: number): Promise<readonly StoredLink[]>;
  /** Returns records with `after < seq <= to`, ascending, or none at the end. */
  records(after: number, to: number): Promise<readonly ProofRecord[]>;
  /** Returns the first upload with `after < n <= to` that has no link, or null if all have one. */
  unlinked(after: number, to: number): Promise<{ readonly uploadN: number; readonly receivedAtMs: number } | null>;
}
