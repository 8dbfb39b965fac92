import type { CoveringGrant } from './facts.ts';

/** A record that passed its schema and the intake rules and is ready to be stored (contract, section 2). */
export interface AdmittedRecord {
  readonly index: number;
  readonly kind: string;
  /** The install to which the record belongs: its own `installId`, or the upload's if its kind has none. */
  readonly installId: string;
  readonly eventId: string | null;
  /** SHA-256 (hex) of `body`. It identifies a record without an eventId, and the content of any other record. */
  readonly digest: string;
  readonly capturedAtMs: number;
  /**
   * The normalized record as JSON, with fields in schema order, without `installId`, `eventId` and `claimToken`. Always
   * begins with `{"kind":"…","capturedAt":"…"`.
   */
  readonly body: string;
  /** Numbers of the grants that cover a named record. Empty for other records. */
  readonly grants: readonly number[];
  /** The record's share of the install's daily quota, in elements. Defaults to 1. */
  readonly elements?: number;
}

/** The game client of an upload's records, as the upload describes it. Fields that were not sent are absent. */
export interface UploadClient {
  readonly clientBuild?: string;
  /** The client's number of the realm's season, 0 to 99. */
  readonly season?: number;
  /** The client's number of the realm's region, 1 to 99. */
  readonly region?: number;
}

export interface NewUpload {
  /** ULID of the upload, as returned to the sender. */
  readonly uploadId: string;
  readonly receivedAtMs: number;
  readonly addonVersion: string;
  readonly clientBuild: string | null;
  /** Language of the client, as the client names it, or null if unknown. */
  readonly locale: string | null;
  readonly protocol: string | null;
  readonly season?: number | undefined;
  readonly region?: number | undefined;
  /** Random name shared by all uploads of one file. Absent if the upload is not part of one. */
  readonly session?: string | undefined;
  /** Network of the client, stored only as a keyed digest. All unknown networks share the default. */
  readonly network?: string;
  readonly records: readonly AdmittedRecord[];
  /** Records refused earlier, which are stored as counts. Defaults to none. */
  readonly refused?: readonly RefusedRecord[];
}

/** The part of a refused record that is stored or checked. */
export interface RefusedRecord {
  /** Kind of the record, as in the contract. Absent if no kind could be read. */
  readonly kind?: string;
  readonly code: string;
  /** The install named by the record, if it could be read. It is checked but not stored. */
  readonly installId?: string;
}

export interface UploadSummary {
  /** Number of records that were already stored, keyed by kind. */
  readonly repeats: Readonly<Record<string, number>>;
  /** Number of refused records, keyed by code and then by kind. The empty string means that no kind could be read. */
  readonly refused: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** An upload found by its receipt number, with the data still stored, without the sender. */
export interface FoundUpload {
  readonly receivedAtMs: number;
  readonly client: ClientUploads['client'];
  /** Null if unknown, or if the upload had records of several installs. */
  readonly summary: UploadSummary | null;
  /** Sequence number of the upload's last readable record, damaged or not, or 0 if there is none. */
  readonly lastSeq: number;
  /** Number of the upload's damaged records, which were changed after they were stored or cannot be read. */
  readonly damaged: number;
  /** Records first brought by this upload that are still stored unchanged, in order. */
  readonly records: readonly { readonly seq: number; readonly kind: string; readonly body: string }[];
}

/** Outcome of an admitted record. `overQuota` refers to the record's kind and day (domain/intake/day_quota.ts). */
export type Outcome =
  | 'new'
  | 'duplicate'
  | 'event-reused'
  | 'install-erased'
  /** The limit, in elements. */
  | { readonly overQuota: number };

/**
 * The only writer of uploads. `take` stores an upload's new records in one transaction, which uploads that wait at the
 * same time share, and returns each outcome once the transaction is durable. A record's identity is (installId,
 * eventId), or (installId, digest) without an eventId. If an upload has no new records, nothing is stored, except that a
 * repeated named record is also covered by the grants sent with it. If `take` throws, the upload is not confirmed, and
 * the next call tries the storage again.
 */
export interface UploadWriter {
  take(upload: NewUpload): Promise<readonly Outcome[]>;
  /** Returns the grants with these tokens (SHA-256, hex) that have not been revoked. Unknown tokens are ignored. */
  grants(tokenHashes: readonly string[]): Promise<readonly Grant[]>;
  close(): Promise<void>;
}

/**
 * Permission from a player or the operator to publish named records (contract, section 2, Grant). A grant covers a
 * record if it names the record's category and each field of its scope equals the record's field, ignoring case.
 */
export interface Grant {
  readonly n: number;
  readonly categories: readonly string[];
  /** Restricts the grant to matching records. At least one field is not null. */
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

/** A stored record as read by the snapshot job. Installs and uploads appear only as internal numbers. */
export interface StoredRecord extends UploadClient {
  /** Ascending in the order in which records were stored, possibly with gaps. */
  readonly seq: number;
  readonly uploadN: number;
  readonly receivedAtMs: number;
  readonly installN: number;
  readonly eventId: string | null;
  readonly kind: string;
  readonly capturedAtMs: number;
  readonly body: string;
  readonly locale: string | null;
  /** First 16 hexadecimal characters of the body's SHA-256. */
  readonly digest: string;
  /** Grants covering the record that have not been revoked. A named record without such a grant is skipped. */
  readonly grants: readonly CoveringGrant[];
  /** False for a record from an earlier release that violates the text rules. Such records are skipped. */
  readonly fit: boolean;
  /** Present if the record was changed after it was stored. It does not count, and only its `seq` is reliable. */
  readonly damaged?: true;
  /** Present if the record's install became a witness from an IPv6 network. */
  readonly ipv6?: true;
}

/** A request to the builder to recheck an install or grant whose state or reach has changed. */
export type Order =
  | {
      readonly n: number;
      readonly kind: 'install';
      readonly installN: number;
      readonly state: InstallState;
      /**
       * For an erasure, the first erased record. Data ending before this record never contained an erased record. If the
       * install's state is `in`, the first of its records that were damaged and have been stored again.
       */
      readonly fromSeq?: number;
    }
  | { readonly n: number; readonly kind: 'grant'; readonly grantN: number };

/** An install that first uploaded when its network already had all of its witnesses (domain/intake/network_rule.ts). */
export interface NetworkWaiter {
  readonly installN: number;
  readonly orderN: number | null;
}

/** Current state of an install, regardless of when an order about it was given. */
export type InstallState = 'in' | 'withheld' | 'erased';

/** A link of the chain over all uploads. `digest` is hexadecimal. Link 0 is the empty chain. */
export interface ChainLink {
  readonly n: number;
  readonly digest: string;
}

/** Result of checking the chain: the counts if the data is unchanged, otherwise the differences, one sentence each. */
export type ChainVerdict =
  | { readonly links: number; readonly uploads: number; readonly records: number }
  | { readonly faults: readonly string[] };

export interface ChainProgress {
  readonly seq: number;
  readonly toSeq: number;
}

/** Uploads whose build and season are equal. */
export interface ClientUploads {
  readonly client: Pick<UploadClient, 'clientBuild' | 'season'>;
  readonly uploads: number;
  /** Number of the first of these uploads. */
  readonly firstN: number;
}

export interface UploadReader extends RecordReader, ChainReader {
  /** Returns the different builds and seasons of all stored uploads. Costs one pass over the uploads. */
  clients(): Promise<readonly ClientUploads[]>;
  /** Counts the installs with uploads of these clients, without withheld ones. */
  countInstalls(clients: readonly ClientUploads['client'][]): Promise<number>;
  /** Returns the secret (hex) used to digest event ids and shuffle the feed. It is created with the database. */
  feedKey(): Promise<string>;
  orders(afterN: number): Promise<readonly Order[]>;
  /** Returns the installs that are withheld now. A rebuild skips their records from the start. */
  withheld(): Promise<readonly number[]>;
  installsSince(atMs: number): Promise<readonly number[]>;
  /**
   * Returns the installs that were not admitted as witnesses of their network at first. Each comes with the number of
   * the order that later admitted it, or null if it is still waiting. Installs whose order has been carried out are
   * omitted.
   */
  networkWaits(): Promise<readonly NetworkWaiter[]>;
  /** Returns the SHA-256 (hex) of every key that has not been revoked. */
  liveKeys(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Reads stored records. Methods may return fewer than requested, but always the first ones and, if there are any, one. */
export interface RecordReader {
  /** Returns the highest `seq` ever assigned, including erased records, or 0 if there were none. */
  newestSeq(): Promise<number>;
  /**
   * Returns records with `fromSeq < seq <= toSeq`, ascending, at most `limit`, including records of withheld installs.
   */
  records(fromSeq: number, toSeq: number, limit: number): Promise<readonly StoredRecord[]>;
  /** Returns the records of one install with `fromSeq < seq <= toSeq`, ascending, at most `limit`. */
  recordsOfInstall(installN: number, fromSeq: number, toSeq: number, limit: number): Promise<readonly StoredRecord[]>;
  /** Returns the records with these sequence numbers, ascending. Records that no longer exist are omitted. */
  recordsOf(seqs: readonly number[]): Promise<readonly StoredRecord[]>;
  /** Like `records`, for records that are or were covered by a grant. */
  recordsOfGrant(grantN: number, fromSeq: number, toSeq: number, limit: number): Promise<readonly StoredRecord[]>;
}

export interface ChainReader {
  newestLink(): Promise<ChainLink>;
  /** Returns the link with this number, or null if the chain is shorter. Link 0 is the empty chain. */
  link(n: number): Promise<ChainLink | null>;
  /** Recomputes the whole chain (domain/proof/check.ts). `known` is the newest link stored outside the database. */
  verifyChain(
    known: ChainLink | null,
    onProgress?: (done: ChainProgress) => void | Promise<void>,
  ): Promise<ChainVerdict>;
}
