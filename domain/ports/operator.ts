import type { FoundUpload, Grant } from './uploads.ts';

/** A reading key as seen by the operator. Only its holder knows the key itself. */
export interface KeyRow {
  readonly n: number;
  readonly label: string;
  readonly createdDay: string;
  readonly lastUsedDay: string | null;
  readonly revokedAtMs: number | null;
}

export interface GrantRow extends Grant {
  readonly issuedAtMs: number;
  readonly revokedAtMs: number | null;
}

export interface NewGrant extends Omit<Grant, 'n'> {
  readonly tokenHash: string;
  readonly issuedAtMs: number;
}

/** `install-erased`: the grant would store the erased id again. `too-many`: the install has reached its limit. */
export type GrantRefusal = 'install-erased' | 'too-many';

/** Data of an install in uploads.db. Days are the UTC days on which the uploads arrived, null without uploads. */
export interface InstallHoldings {
  readonly kinds: readonly { readonly kind: string; readonly records: number }[];
  readonly uploads: number;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly grants: number;
}

export interface SessionUploads {
  /** 0 if the session is unknown. */
  readonly uploads: number;
  readonly uploadIds: readonly string[];
}

/** Keys, grants and requests about installs in uploads.db. Hashes are SHA-256 (hex). Each method is one transaction. */
export interface OperatorStore {
  addKey(keyHash: string, label: string, day: string): Promise<number>;
  keys(after: number, limit: number): Promise<readonly KeyRow[]>;
  /** Revokes a key and returns it, or null if there is no such key. Revoking it again changes nothing. */
  revokeKey(which: { readonly n: number } | { readonly keyHash: string }, nowMs: number): Promise<KeyRow | null>;
  noteKeyUse(keyHash: string, day: string): Promise<void>;

  /**
   * Returns the grant's number, or why it was refused. `ownMax` limits the live grants issued by the install itself.
   */
  addGrant(grant: NewGrant, ownMax?: number): Promise<number | GrantRefusal>;
  issuedGrants(after: number, limit: number): Promise<readonly GrantRow[]>;
  /**
   * Revokes a grant and orders the builder to recheck the grant's records. Returns null if there is no such grant. With
   * `self`, only grants issued by the holder of an install id match. Revoking a grant again changes nothing.
   */
  revokeGrant(
    which: { readonly n: number } | { readonly tokenHash: string; readonly self?: true },
    nowMs: number,
  ): Promise<GrantRow | null>;

  /**
   * Erases an install from the bytes of uploads.db: its records, its grants and its id. Only a keyed digest of the id
   * is kept. A link of the chain names the emptied rows, and an order informs the builder. Returns the number of erased
   * records, or null if the install is unknown (its digest is kept even then). A StorageFault means that the records
   * may have been erased without their bytes being overwritten, so the erasure must be requested again.
   */
  erase(installId: string): Promise<{ readonly records: number } | null>;
  /** Returns what `erase` would remove, or null if the install is unknown. */
  holdings(installId: string): Promise<InstallHoldings | null>;
  /** Withholds an install. Returns null if the install is unknown. Withholding it again replaces the reason. */
  withhold(installId: string, reason: string, nowMs: number): Promise<{ readonly records: number } | null>;
  /** Lifts the withholding of an install. Returns null if the install is unknown or not withheld. */
  lift(installId: string): Promise<{ readonly records: number } | null>;
  knowsInstall(installId: string): Promise<boolean>;
  /** Returns the upload with this receipt number, or null if it does not exist or its data is no longer stored. */
  upload(uploadId: string): Promise<FoundUpload | null>;
  /** Returns the number of uploads of a session, and the ids of the first `limit` of them. */
  session(session: string, limit: number): Promise<SessionUploads>;
  /** Deletes orders up to this number, all of which the builder has carried out. */
  clearOrders(upTo: number): Promise<void>;
}
