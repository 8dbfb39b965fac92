import type { FoundUpload, Grant } from './uploads.ts';

/** A reading key as the operator sees it; the key itself is known to its holder alone. */
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

/** The install that it is bound to was erased: it could cover nothing, and would bring the id back. Or it has its fill. */
export type GrantRefusal = 'install-erased' | 'too-many';

/**
 * What the owner of uploads.db keeps beside uploads: keys, grants, and what was asked of installs. Hashes are SHA-256
 * as hexadecimal. Each function is one durable transaction.
 */
export interface OperatorStore {
  addKey(keyHash: string, label: string, day: string): Promise<number>;
  /** Keys with a number above `after`, ascending, at most `limit`. */
  keys(after: number, limit: number): Promise<readonly KeyRow[]>;
  /** The key as it stands afterwards, null where there is no such key. Revoking again changes nothing. */
  revokeKey(which: { readonly n: number } | { readonly keyHash: string }, nowMs: number): Promise<KeyRow | null>;
  noteKeyUse(keyHash: string, day: string): Promise<void>;

  /** Its number; else why it was not kept. `ownMax`: as many live ones its install may have that its holder issued. */
  addGrant(grant: NewGrant, ownMax?: number): Promise<number | GrantRefusal>;
  /** Grants with a number above `after`, ascending, at most `limit`. */
  issuedGrants(after: number, limit: number): Promise<readonly GrantRow[]>;
  /**
   * Also orders the builder to look at its records. Null where there is no such grant; with `self`, none that a holder of
   * an install id issued. Revoking again changes nothing.
   */
  revokeGrant(
    which: { readonly n: number } | { readonly tokenHash: string; readonly self?: true },
    nowMs: number,
  ): Promise<GrantRow | null>;

  /**
   * Erases an install from the bytes of uploads.db: its records, its grants, its id; the id's keyed digest is kept. A link
   * of the chain names what was emptied, an order tells the builder. Null: the install is unknown (its digest is kept
   * all the same), else how many records went. Unreachable: it may be carried out but not out of the bytes yet, so it has
   * to be asked for again.
   */
  erase(installId: string): Promise<{ readonly records: number } | null>;
  /** Null: the install is unknown. Withholding again replaces the reason. */
  withhold(installId: string, reason: string, nowMs: number): Promise<{ readonly records: number } | null>;
  /** Null: the install is unknown or not withheld. */
  lift(installId: string): Promise<{ readonly records: number } | null>;
  /** Whether anything that this install sent is kept. */
  knowsInstall(installId: string): Promise<boolean>;
  /** The upload whose receipt gave this number; null: none is kept under it, or nothing of it is kept any more. */
  upload(uploadId: string): Promise<FoundUpload | null>;
  /** Forgets orders up to this one, which the builder has carried out. */
  clearOrders(upTo: number): Promise<void>;
}
