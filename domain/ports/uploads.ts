import type { CoveringGrant } from './facts.ts';

/** A record that passed its schema and the rules of intake, ready to be stored (contract, section 2). */
export interface AdmittedRecord {
  /** Index in the upload's `records`, from 0. */
  readonly index: number;
  readonly kind: string;
  /** The install it belongs to: its own `installId`, or the upload's if the kind has none. */
  readonly installId: string;
  readonly eventId: string | null;
  /**
   * SHA-256 (hex) of `body`. Without an eventId it is the record's identity; with one it shows whether the content is
   * the same.
   */
  readonly digest: string;
  readonly capturedAtMs: number;
  /**
   * The normalized record as JSON, in its schema's field order, without `installId`, `eventId` and `claimToken`. It
   * always begins with `{"kind":"…","capturedAt":"…"`.
   */
  readonly body: string;
  /** Numbers of the grants that cover a named record. Empty for other records. */
  readonly grants: readonly number[];
  /** Its share of the install's daily quota. Defaults to 1. */
  readonly elements?: number;
}

export interface NewUpload {
  /** ULID, as given to the sender. */
  readonly uploadId: string;
  readonly receivedAtMs: number;
  readonly addonVersion: string;
  readonly clientBuild: string | null;
  /** Language of the client, as the client names it, or null if unknown. */
  readonly locale: string | null;
  readonly protocol: string | null;
  /**
   * Client network it came from, stored only as a keyed digest, if at all. Defaults to one that all unknown networks
   * share.
   */
  readonly network?: string;
  readonly records: readonly AdmittedRecord[];
  /** Records that were refused before this point, to be stored as counts. Defaults to none. */
  readonly refused?: readonly RefusedRecord[];
}

/** The stored part of a refused record. */
export interface RefusedRecord {
  /** A kind of the contract. Absent if none could be read. */
  readonly kind?: string;
  /** The reason, as in the receipt. */
  readonly code: string;
  /** The install that it names, if it could be read. It is checked but not stored. */
  readonly installId?: string;
}

/** Number of records of an upload that were not stored, and why. */
export interface UploadSummary {
  /** Number of records by kind that were already stored. */
  readonly repeats: Readonly<Record<string, number>>;
  /** Number of refused records by code, then by kind. The empty string means that no kind could be read. */
  readonly refused: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** An upload found by its number: the remaining data, without its sender. */
export interface FoundUpload {
  readonly receivedAtMs: number;
  /** Null if unknown, or if the upload belonged to several installs. */
  readonly summary: UploadSummary | null;
  /** Number of its last readable record, damaged or not, among all records. 0 if there is none. */
  readonly lastSeq: number;
  /** Number of its records that are damaged: changed since they were stored, or not readable. */
  readonly damaged: number;
  /** Records that it brought first and that are still stored unchanged, in order. */
  readonly records: readonly { readonly seq: number; readonly kind: string; readonly body: string }[];
}

/**
 * Outcome of one admitted record: stored, a repeat of a stored one, its eventId was used with other content, its
 * install was erased, or it exceeds the install's quota for the kind and day (domain/intake/day_quota.ts).
 */
export type Outcome =
  | 'new'
  | 'duplicate'
  | 'event-reused'
  | 'install-erased'
  /** The limit, in elements. */
  | { readonly overQuota: number };

/**
 * The only writer of uploads. `take` stores an upload's new records in one transaction and returns the outcome of
 * each, in the order of `records`. A record's identity is (installId, eventId), or (installId, digest) without an
 * eventId; repeats within the upload count as repeats. An upload without new records stores nothing, except that a
 * repeated named record is also covered by the grants it comes with. `take` returns only after the transaction is
 * durable. If it reports unreachable, the upload is not confirmed; it is rolled back if the storage allows, and the
 * next call tries the storage again.
 */
export interface UploadWriter {
  take(upload: NewUpload): Promise<readonly Outcome[]>;
  /** Returns the grants with these tokens (SHA-256, hex) that have not been revoked. Unknown tokens are ignored. */
  grants(tokenHashes: readonly string[]): Promise<readonly Grant[]>;
  close(): Promise<void>;
}

/**
 * Permission by a player or the operator to publish named records (contract, section 2, Grant). A grant covers a
 * record if it names the record's category and every scope field equals the record's, ignoring case.
 */
export interface Grant {
  readonly n: number;
  readonly categories: readonly string[];
  /** At least one field is not null. */
  readonly scope: GrantScope;
  readonly expiresAtMs: number;
  readonly self: boolean;
}

export interface GrantScope {
  readonly guildName: string | null;
  readonly realm: string | null;
  readonly character: string | null;
  readonly installId: string | null;
}

/** A stored record as the snapshot job reads it. Installs and uploads appear only as internal numbers. */
export interface StoredRecord {
  /** Ascending in the order in which records were stored. Numbers may be missing. */
  readonly seq: number;
  readonly uploadN: number;
  readonly receivedAtMs: number;
  readonly installN: number;
  readonly eventId: string | null;
  readonly kind: string;
  readonly capturedAtMs: number;
  readonly body: string;
  /** Language named by its upload, or null if unknown. */
  readonly locale: string | null;
  /** First 16 hexadecimal characters of the body's SHA-256. */
  readonly digest: string;
  /** Grants that cover it and have not been revoked. A named record without any is skipped. */
  readonly grants: readonly CoveringGrant[];
  /**
   * True if its texts follow the rules of this release. Records accepted by an earlier release may not, and are
   * skipped.
   */
  readonly fit: boolean;
  /**
   * Present if its digest shows that it was changed since it was stored. It counts for nothing, and every field
   * except `seq` may be wrong.
   */
  readonly damaged?: true;
  /** Present if its install became a witness from an IPv6 network. */
  readonly ipv6?: true;
}

/**
 * Something that the builder must check again: an install that was erased, withheld, readmitted or got a place in a
 * network, or a grant that was revoked or now covers records that were stored before.
 */
export type Order =
  | {
      readonly n: number;
      readonly kind: 'install';
      readonly installN: number;
      readonly state: InstallState;
      /** For an erasure, the first erased record. Data that ends before this record never contained any of them. */
      readonly fromSeq?: number;
    }
  | { readonly n: number; readonly kind: 'grant'; readonly grantN: number };

/** An install whose network already had its share of witnesses when it first sent (domain/intake/network_rule.ts). */
export interface NetworkWait {
  readonly installN: number;
  readonly orderN: number | null;
}

/** Current state of an install, regardless of when the order was given. */
export type InstallState = 'in' | 'withheld' | 'erased';

/** The newest link of the chain over all uploads, as a hexadecimal digest. Number 0 is the empty chain. */
export interface ChainLink {
  readonly n: number;
  readonly digest: string;
}

/** Result of checking the chain: either the counts of unchanged data, or the differences, one sentence each. */
export type ChainVerdict =
  | { readonly links: number; readonly uploads: number; readonly records: number }
  | { readonly faults: readonly string[] };

/** Progress of a check of the chain, in record numbers. */
export interface ChainProgress {
  readonly seq: number;
  readonly toSeq: number;
}

/** Reads stored uploads for the builder. */
export interface UploadReader extends RecordReader, ChainReader {
  /** Returns the secret (hex) used to digest event ids and to shuffle the feed. It is created with the database. */
  feedKey(): Promise<string>;
  /** Returns orders after this one, ascending. */
  orders(afterN: number): Promise<readonly Order[]>;
  /** Returns the installs that are withheld now. A rebuild skips their records from the start. */
  withheld(): Promise<readonly number[]>;
  /** Returns the installs whose first stored upload was received at or after this time. */
  installsSince(atMs: number): Promise<readonly number[]>;
  /**
   * Returns the installs without a place in their network, each with the order since which it counts, or null if it
   * is still waiting. Installs whose order has been carried out are omitted.
   */
  networkWaits(): Promise<readonly NetworkWait[]>;
  /** Returns the SHA-256 (hex) of every key that is not revoked. */
  liveKeys(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Reads stored records. If records are long, returns fewer than requested, but always the first ones. */
export interface RecordReader {
  /** Returns the highest `seq` ever assigned, including erased records, or 0 if there were none. */
  newestSeq(): Promise<number>;
  /**
   * Returns records with `fromSeq < seq <= toSeq`, ascending, at most `limit`. Includes records of withheld installs.
   */
  records(fromSeq: number, toSeq: number, limit: number): Promise<readonly StoredRecord[]>;
  /** Returns the records of one install with `fromSeq < seq <= toSeq`, ascending, at most `limit`. */
  recordsOfInstall(installN: number, fromSeq: number, toSeq: number, limit: number): Promise<readonly StoredRecord[]>;
  /** Returns the records with these numbers, ascending. Records that no longer exist are omitted. */
  recordsOf(seqs: readonly number[]): Promise<readonly StoredRecord[]>;
  /** Returns the records that a grant covers or covered, `fromSeq < seq <= toSeq`, ascending, at most `limit`. */
  recordsOfGrant(grantN: number, fromSeq: number, toSeq: number, limit: number): Promise<readonly StoredRecord[]>;
}

/** Reads and recomputes the chain of digests over all uploads. */
export interface ChainReader {
  newestLink(): Promise<ChainLink>;
  /** Returns the link with this number, or null if the chain does not reach it. 0 is the empty chain. */
  link(n: number): Promise<ChainLink | null>;
  /**
   * Recomputes the whole chain from the stored data (domain/proof/check.ts). `known` is the newest link stored
   * outside the database, or null if there is none.
   */
  verifyChain(
    known: ChainLink | null,
    onProgress?: (done: ChainProgress) => void | Promise<void>,
  ): Promise<ChainVerdict>;
}
