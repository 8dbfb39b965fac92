import type { Result } from '../values/result.ts';
import type { CoverageKind } from './coverage.ts';
import type { UploadSummary } from './uploads.ts';

/** Contents of an upload as its page shows them, without values and without the sender. */
export interface UploadContents {
  readonly receivedAtMs: number;
  /** Sequence number of the upload's last readable record, among all records. */
  readonly lastSeq: number;
  /** Number of records that this upload was the first to bring, per kind, in alphabetical order. */
  readonly storedByKind: readonly { readonly kind: string; readonly records: number }[];
  /**
   * Number of additional records that are damaged, of any kind. Damaged records do not count as evidence, and no
   * details of them are known.
   */
  readonly damaged: number;
  /** Null if the number of repeats and refusals is unknown. */
  readonly summary: UploadSummary | null;
  /**
   * Entities that the upload's records reported, without duplicates, ordered by kind and id
   * (domain/families/coverage.ts).
   */
  readonly reportedSubjects: readonly ReportedSubject[];
}

export interface ReportedSubject {
  readonly kind: CoverageKind;
  readonly id: number;
}

/** Finds uploads by their receipt numbers. */
export interface UploadFinder {
  /**
   * Returns null if no upload has this number, or if none of its data is stored any more. Returns `busy` without
   * searching if too many searches are running.
   */
  find(uploadId: string): Promise<Result<UploadContents | null, 'busy'>>;
}
