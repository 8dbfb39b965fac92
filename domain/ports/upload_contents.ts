import type { Result } from '../values/result.ts';
import type { CoverageKind } from './coverage.ts';
import type { UploadSummary } from './uploads.ts';

/** Contents of an upload as its page shows them, without values and without its sender. */
export interface UploadContents {
  readonly receivedAtMs: number;
  /** Number of its last readable record, among all records. */
  readonly lastSeq: number;
  /** Number of records that it brought first, by kind in alphabetical order. */
  readonly storedByKind: readonly { readonly kind: string; readonly records: number }[];
  /** Number of further records that are damaged, of any kind. They count for nothing, and no details are known. */
  readonly damaged: number;
  /** Null if the number of repeats and refusals is unknown. */
  readonly summary: UploadSummary | null;
  /** Entities that its records reported, each once, by kind and id (domain/families/coverage.ts). */
  readonly reportedSubjects: readonly ReportedSubject[];
}

export interface ReportedSubject {
  readonly kind: CoverageKind;
  readonly id: number;
}

/** Finds uploads by their numbers. */
export interface UploadFinder {
  /**
   * Returns null if no upload has this number, or if nothing of it is stored any more. Returns `busy` without
   * searching if too many searches are running.
   */
  find(uploadId: string): Promise<Result<UploadContents | null, 'busy'>>;
}
