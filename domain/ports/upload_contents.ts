import type { Result } from '../values/result.ts';
import type { CoverageKind } from './coverage.ts';
import type { FoundUpload } from './uploads.ts';

/** Contents of an upload as shown on its page, without values and without the sender. */
export interface UploadContents extends Omit<FoundUpload, 'records'> {
  /** Number of records of each kind first brought by this upload, in alphabetical order of kind. */
  readonly storedByKind: readonly { readonly kind: string; readonly records: number }[];
  /** The distinct entities reported by the records, ordered by kind and id (domain/families/coverage.ts). */
  readonly reportedSubjects: readonly ReportedSubject[];
}

export interface ReportedSubject {
  readonly kind: CoverageKind;
  readonly id: number;
}

export interface UploadFinder {
  /** Returns null if none of the upload's data is stored, or `busy` if too many searches are running. */
  find(uploadId: string): Promise<Result<UploadContents | null, 'busy'>>;
}
