import type { CoveringGrant } from './facts.ts';

/** A record that passed its schema and the rules of intake, ready to be kept (contract, section 2). */
export interface AdmittedRecord {
  /** Its place in the upload's `records`, from 0. */
  readonly index: number;
  readonly kind: string;
  /** The install it belongs to: its own `installId`, or the upload's where the kind has none. */
  readonly installId: string;
  readonly eventId: string | null;
  /** SHA-256 (hex) of `body`: with no eventId the record's identity, with one the proof that its content is the same. */
  readonly digest: string;
  readonly capturedAtMs: number;
  /**
   * The record after normalisation as JSON, in its schema's field order, without `installId`, `eventId` and
   * `claimToken`; it always begins `{"kind":"…","capturedAt":"…"`.
   */
  readonly body: string;
  /** Numbers of the grants that cover a named record; empty for every other. */
  readonly grants: readonly number[];
  /** How much it counts for in what its install may tell of a day. Default: 1. */
  readonly elements?: number;
}

export interface NewUpload {
  /** ULID, as told to the sender. */
  readonly uploadId: string;
  readonly receivedAtMs: number;
  readonly addonVersion: string;
  readonly clientBuild: string | null;
  /** The language of the client, as it names it; null: unknown. */
  readonly locale: string | null;
  readonly protocol: string | null;
  /** The client network it came from, kept as a keyed digest at most. Default: one that all unknown ones share. */
  readonly network?: string;
  readonly records: readonly AdmittedRecord[];
  /** Its records that were refused before they came here, to be remembered by their number. Default: none. */
  readonly refused?: readonly RefusedRecord[];
}

/** A refused record, as far as it is remembered. */
export interface RefusedRecord {
  /** A kind of the contract; left out where none could be read. */
  readonly kind?: string;
  /** Why, as a receipt tells it. */
  readonly code: string;
  /** The install that it names, where it could be read; it is looked at and not remembered. */
  readonly installId?: string;
}

/** How many records of an upload were not kept, and why. */
export interface UploadSummary {
  /** Records by kind that were kept before. */
  readonly repeats: Readonly<Record<string, number>>;
  /** Refused ones by code, then by kind; '' stands for one of which no kind could be read. */
  readonly refused: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** An upload as its number finds it again: what is left of it, without whose it is. */
export interface FoundUpload {
  readonly receivedAtMs: number;
  /** Null: it is not known, or was of several installs. */
  readonly summary: UploadSummary | null;
  /** The last of its records that can be read, damaged or not, by its number among all; 0: there is none. */
  readonly lastSeq: number;
  /** How many of its records are damaged: not what was kept, or not to be read at all. */
  readonly damaged: number;
  /** The records that it first brought and that are still kept as they came, in their order. */
  readonly records: readonly { readonly seq: number; readonly kind: string; readonly body: string }[];
}

/**
 * What became of one admitted record: kept, a repeat of one already kept, its eventId used with other content, its install
 * erased, or more than its install may tell of the kind and day (domain/intake/day_quota.ts).
 */
export type Outcome =
  | 'new'
  | 'duplicate'
  | 'event-reused'
  | 'install-erased'
  /** The limit, in elements. */
  | { readonly overQuota: number };

/**
 * The one writer of uploads. `take` keeps an upload's new records in one transaction and answers, in the order of
 * `records`, what became of each. Identity is (installId, eventId), or (installId, digest) where there is no eventId;
 * a repeat within the upload counts as a repeat. An upload that brings nothing new stores nothing at all, but that a
 * named record sent again is covered by the grants it comes with, too.
 * It answers only after the transaction is durable; when it answers unreachable, the upload is not confirmed: it
 * is taken back where the storage lets it be, and the next call tries the storage afresh.
 */
export interface UploadWriter {
  take(upload: NewUpload): Promise<readonly Outcome[]>;
  /** The grants that these tokens (SHA-256, hex) stand for and that have not been revoked; an unknown token gives none. */
  grants(tokenHashes: readonly string[]): Promise<readonly Grant[]>;
  close(): Promise<void>;
}

/**
 * What a player or the operator allows to be shown of named records (contract, section 2, Grant). It covers a record
 * whose category it names and whose fields equal every scope field, case-insensitive.
 */
export interface Grant {
  readonly n: number;
  readonly categories: readonly string[];
  /** At least one of them is not null. */
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

/** A kept record as the snapshot job reads it. Installs and uploads are known by internal numbers only. */
export interface StoredRecord {
  /** Ascending in the order records were kept; numbers may be left out. */
  readonly seq: number;
  readonly uploadN: number;
  readonly receivedAtMs: number;
  readonly installN: number;
  readonly eventId: string | null;
  readonly kind: string;
  readonly capturedAtMs: number;
  readonly body: string;
  /** The language that its upload named; null: unknown. */
  readonly locale: string | null;
  /** The first 16 hexadecimal characters of the body's SHA-256. */
  readonly digest: string;
  /** The grants that cover it and have not been revoked; a named record without any is passed over. */
  readonly grants: readonly CoveringGrant[];
  /** Whether its texts keep the rules of this release; one that an earlier release took may not, and is passed over. */
  readonly fit: boolean;
  /** It is not what was kept, its digest says: it counts for nothing, and but for `seq` nothing here need be true. */
  readonly damaged?: true;
  /** Its install came to count from an IPv6 network. */
  readonly ipv6?: true;
}

/**
 * Something that the builder has to look at again: an install that was erased, withheld, let in again or found a place in
 * a network, or a grant that was revoked or has come to cover records that were kept before.
 */
export type Order =
  | {
      readonly n: number;
      readonly kind: 'install';
      readonly installN: number;
      readonly state: InstallState;
      /** Of an erasure: the first of the records that it took; what ends before that one never held any of it. */
      readonly fromSeq?: number;
    }
  | { readonly n: number; readonly kind: 'grant'; readonly grantN: number };

/** An install whose network had its share of witnesses when it first sent (domain/intake/network_rule.ts). */
export interface NetworkWait {
  readonly installN: number;
  readonly orderN: number | null;
}

/** How an install stands now, whatever it was when the order was given. */
export type InstallState = 'in' | 'withheld' | 'erased';

/** The newest link of the chain over all uploads, as hexadecimal digest; number 0 is the empty chain. */
export interface ChainLink {
  readonly n: number;
  readonly digest: string;
}

/** What a check of the chain found: everything as it was kept, or what differs, a sentence each. */
export type ChainVerdict =
  | { readonly links: number; readonly uploads: number; readonly records: number }
  | { readonly faults: readonly string[] };

/** How far a check of the chain has come, in record numbers. */
export interface ChainProgress {
  readonly seq: number;
  readonly toSeq: number;
}

/** Reads what was kept, for the builder. */
export interface UploadReader extends RecordReader, ChainReader {
  /** The secret (hex) under which event ids are digested and feed order is shuffled. It is made with the database. */
  feedKey(): Promise<string>;
  /** Orders given after this one, ascending. */
  orders(afterN: number): Promise<readonly Order[]>;
  /** The installs that are withheld now: a rebuild passes over their records from the start. */
  withheld(): Promise<readonly number[]>;
  /** The installs of which the first kept upload was received at this time or later. */
  installsSince(atMs: number): Promise<readonly number[]>;
  /**
   * The installs that found no place in their network, and the order by which each counts since; null: it waits still.
   * One whose order was carried out is told no longer.
   */
  networkWaits(): Promise<readonly NetworkWait[]>;
  /** SHA-256 (hex) of every key that is not revoked. */
  liveKeys(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Reads kept records. Where records are long, fewer come than were asked for, but always the first of those that there are. */
export interface RecordReader {
  /** The highest `seq` ever given to a record, erased ones included; 0 when there was none. */
  newestSeq(): Promise<number>;
  /** Records with `fromSeq < seq <= toSeq`, ascending, at most `limit`. Withheld installs' records are among them. */
  records(fromSeq: number, toSeq: number, limit: number): Promise<readonly StoredRecord[]>;
  /** The records of one install with `fromSeq < seq <= toSeq`, ascending, at most `limit`. */
  recordsOfInstall(installN: number, fromSeq: number, toSeq: number, limit: number): Promise<readonly StoredRecord[]>;
  /** The records with these numbers, ascending; those that are gone are left out. */
  recordsOf(seqs: readonly number[]): Promise<readonly StoredRecord[]>;
  /** The records that a grant covers or covered, `fromSeq < seq <= toSeq`, ascending, at most `limit`. */
  recordsOfGrant(grantN: number, fromSeq: number, toSeq: number, limit: number): Promise<readonly StoredRecord[]>;
}

/** Reads the chain of digests over all uploads, and computes it again. */
export interface ChainReader {
  newestLink(): Promise<ChainLink>;
  /** The link with this number, null where the chain does not reach it; 0 is the empty chain. */
  link(n: number): Promise<ChainLink | null>;
  /**
   * Computes the whole chain again from what is kept (domain/proof/check.ts). `known`: the newest link that was kept
   * outside the database, null where none is.
   */
  verifyChain(
    known: ChainLink | null,
    onProgress?: (done: ChainProgress) => void | Promise<void>,
  ): Promise<ChainVerdict>;
}
