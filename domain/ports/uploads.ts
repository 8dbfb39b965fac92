import type { Reached } from '../result.ts';

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
}

export interface NewUpload {
  /** ULID, as told to the sender. */
  readonly uploadId: string;
  readonly receivedAtMs: number;
  readonly addonVersion: string;
  readonly clientBuild: string | null;
  readonly protocol: string | null;
  readonly records: readonly AdmittedRecord[];
}

/** What became of one admitted record: kept, a repeat of one already kept, or its eventId used with other content. */
export type Outcome = 'new' | 'duplicate' | 'event-reused';

/**
 * The one writer of uploads. `take` keeps an upload's new records in one transaction and answers, in the order of
 * `records`, what became of each. Identity is (installId, eventId), or (installId, digest) where there is no eventId;
 * a repeat within the upload counts as a repeat. An upload that brings nothing new stores nothing at all.
 * It answers only after the transaction is durable; when it answers unreachable, nothing of the upload is stored,
 * and the next call tries the storage afresh.
 */
export interface UploadWriter {
  take(upload: NewUpload): Promise<Reached<readonly Outcome[]>>;
  close(): Promise<void>;
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
}

/** Reads what was kept, for the builder. */
export interface UploadReader {
  /** The secret (hex) under which event ids are digested and feed order is shuffled. It is made with the database. */
  feedKey(): Promise<Reached<string>>;
  /** The highest `seq` kept, 0 when there is none. */
  newestSeq(): Promise<Reached<number>>;
  /** Records with `fromSeq < seq <= toSeq`, ascending, at most `limit`. */
  records(fromSeq: number, toSeq: number, limit: number): Promise<Reached<readonly StoredRecord[]>>;
  close(): Promise<void>;
}
