import type { DamagedRow } from '../ports/damaged_row.ts';
import type { PartName, UploadHead } from './digests.ts';

/** An install as it is kept. */
export interface StoredInstall {
  readonly n: number;
  /** Null if it cannot be read. */
  readonly installId: string | null;
  /** The digest that is kept beside the id; empty if there is none. */
  readonly digest: string;
  /** Whether the table's index leads from the id to this row. */
  readonly isFound: boolean;
}

/**
 * A part as it is kept; `installN` is null and `erasedBy` names a link once it was erased. `install`: the digest kept with
 * its install, empty if there is none, or null if there is no such install.
 */
export interface StoredPart {
  readonly digest: string;
  readonly installN: number | null;
  readonly erasedBy: number | null;
  readonly install: string | null;
}

/** An upload as it is kept; `records`: how many it is said to hold. */
export interface StoredHead extends UploadHead {
  readonly records: number;
}

interface LinkBase {
  readonly n: number;
  readonly content: string;
  readonly digest: string;
}

/** A link as it is kept, with what it covers. `head` is null once nothing of the upload is left. */
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
 * A record with everything the chain covers. Texts that are damaged hold U+FFFD where they are; of a record that cannot be
 * read at all only `seq` is known, and its `uploadN` is 0.
 */
export interface ProofRecord {
  readonly seq: number;
  readonly uploadN: number;
  readonly installN: number;
  readonly kind: string;
  readonly eventId: string | null;
  readonly capturedAtMs: number;
  /** Its body's SHA-256 (hex) as it was kept with it. */
  readonly digest: string;
  readonly body: string;
}

/** How far the database reaches at one moment. */
export interface ChainBounds {
  readonly linkN: number;
  readonly uploadN: number;
  readonly seq: number;
  readonly installN: number;
  /** The newest link of an erasure, 0 where there is none. */
  readonly erasureN: number;
}

/** What a check of the chain reads, in pages of bounded size. Of what cannot be read, as much as can be told is told. */
export interface ChainSource {
  readonly feedKey: string;
  bounds(): Promise<ChainBounds>;
  /** Rows of tables that the chain does not cover, or not whole, with what none of their rows may hold. */
  damagedRows(): Promise<readonly DamagedRow[]>;
  /** Installs with `after < n <= to`, ascending; none where there are no more. */
  installs(after: number, to: number): Promise<readonly StoredInstall[]>;
  /** Links with `after < n <= to`, ascending; none where there are no more. */
  links(after: number, to: number): Promise<readonly StoredLink[]>;
  /** Records with `after < seq <= to`, ascending; none where there are no more. */
  records(after: number, to: number): Promise<readonly ProofRecord[]>;
  /** The first upload with `after < n <= to` for which no link stands. */
  unlinked(after: number, to: number): Promise<{ readonly uploadN: number; readonly receivedAtMs: number } | null>;
}
