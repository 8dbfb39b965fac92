import type { Result } from '../values/result.ts';
import type { Change } from './change_log.ts';
import type { CoverageKind } from './coverage.ts';
import type { FoundUpload } from './uploads.ts';

/** Contents of an upload, or of all uploads of a session, as shown on its page: without values and the sender. */
export interface UploadContents extends Omit<FoundUpload, 'records' | 'client'> {
  /** Number of uploads, 1 unless it is a session. */
  readonly uploads: number;
  /** Number of uploads whose records are described here, the first ones. */
  readonly uploadsRead: number;
  /** Number of these uploads that count for nothing, because they are of another game. No subject or fact is theirs. */
  readonly uncounted: number;
  /** Number of records of each kind first brought by this upload, in alphabetical order of kind. */
  readonly storedByKind: readonly { readonly kind: string; readonly records: number }[];
  /** The distinct entities reported by the records, ordered by kind and id (domain/families/coverage.ts). */
  readonly reportedSubjects: readonly ReportedSubject[];
  /** The distinct facts reported by the records, at most REPORTED_FACTS_MAX. */
  readonly reportedFacts: readonly ReportedFact[];
}

export interface ReportedSubject {
  readonly kind: CoverageKind;
  readonly id: number;
}

/** A fact under the names that the change log uses (domain/families/lookups/reported_changes.ts). */
export interface ReportedFact extends Pick<Change, 'family' | 'subject' | 'field'> {
  /** When the first upload that reports it was received. */
  readonly receivedAtMs: number;
}

/** Number of uploads of a session that are looked up if they are small. Later ones are only counted. */
export const SESSION_UPLOADS_MAX = 40;

/** Number of records of a session after which no further upload is looked up. */
export const SESSION_RECORDS_MAX = 4_000;

export const REPORTED_FACTS_MAX = 2_000;

export interface UploadFinder {
  /**
   * Finds an upload by its id, or all uploads of a session. Returns null if none of their data is stored, or `busy` if
   * too many searches are running.
   */
  find(name: string): Promise<Result<UploadContents | null, 'busy'>>;
}
