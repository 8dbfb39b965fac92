import type { FoundUpload, Grant } from './uploads.ts';

/** A reading key as the operator sees it. Only its holder knows the key itself. */
export interface KeyRow {
  readonly n: number;
  readonly label: string;
  readonly createdDay: string;
  readonly lastUsedDay: string | null;
  readonly revokedAtMs: number | null;
}

/** A grant as the operator sees it. */
export interface GrantRow extends Grant {
  readonly issuedAtMs: number;
  readonly revokedAtMs: number | null;
}

export interface NewGrant extends Omit<Grant, 'n'> {
  readonly tokenHash: string;
  readonly issuedAtMs: number;
}

/**
 * `install-erased`: the install it is bound to was erased, so it could cover nothing and would store the id again.
 * `too-many`: the install has reached its limit.
 */
export type GrantRefusal = 'install-erased' | 'too-many';

/**
 * Everything that the owner of uploads.db stores apart from uploads: keys, grants, and requests about installs.
 * Hashes are SHA-256 in hexadecimal. Each method is one durable transaction.
 */
export interface OperatorStore {
  addKey(keyHash: string, label: string, day: string): Promise<number>;
  /** Returns keys with a number above `after`, ascending, at most `limit`. */
  keys(after: number, limit: number): Promise<readonly KeyRow[]>;
  /** Returns the revoked key, or null if there is no such key. Revoking again changes nothing. */
  revokeKey(which: { readonly n: number } | { readonly keyHash: string }, nowMs: number): Promise<KeyRow | null>;
  noteKeyUse(keyHash: string, day: string): Promise<void>;

  /**
   * Returns the grant's number, or the reason why it was refused. `ownMax` limits the number of live grants that the
   * holder of an install id may issue for it.
   */
  addGrant(grant: NewGrant, ownMax?: number): Promise<number | GrantRefusal>;
  /** Returns grants with a number above `after`, ascending, at most `limit`. */
  issuedGrants(after: number, limit: number): Promise<readonly GrantRow[]>;
  /**
   * Revokes a grant and orders the builder to check its records. Returns null if there is no such grant; with `self`,
   * only grants issued by the holder of an install id match. Revoking again changes nothing.
   */
  revokeGrant(
    which: { readonly n: number } | { readonly tokenHash: string; readonly self?: true },
    nowMs: number,
  ): Promise<GrantRow | null>;

  /**
   * Erases an install from the bytes of uploads.db: its records, its grants and its id. Only the id's keyed digest is
   * kept. A link of the chain names the emptied rows, and an order informs the builder. Returns the number of erased
   * records, or null if the install is unknown (its digest is kept in this case, too). A StorageFault means that it may
   * be carried out but not yet removed from the bytes, so it must be requested again.
   */
  erase(installId: string): Promise<{ readonly records: number } | null>;
  /** Returns null if the install is unknown. Withholding again replaces the reason. */
  withhold(installId: string, reason: string, nowMs: number): Promise<{ readonly records: number } | null>;
  /** Returns null if the install is unknown or not withheld. */
  lift(installId: string): Promise<{ readonly records: number } | null>;
  /** Returns whether anything this install sent is stored. */
  knowsInstall(installId: string): Promise<boolean>;
  /** Returns the upload with this receipt number, or null if there is none or nothing of it is stored any more. */
  upload(uploadId: string): Promise<FoundUpload | null>;
  /** Deletes orders up to this one, which the builder has carried out. */
  clearOrders(upTo: number): Promise<void>;
}
