import type { Result } from '../values/result.ts';
import type { CoverageKind } from './coverage.ts';
import type { UploadSummary } from './uploads.ts';

/** What an upload brought, as its page tells it: no values, and nothing of who sent it. */
export interface KeptUpload {
  readonly receivedAtMs: number;
  /** The last of its records that can be read, by its number among all. */
  readonly lastSeq: number;
  /** Records that it first brought, by kind in alphabetical order. */
  readonly kept: readonly { readonly kind: string; readonly records: number }[];
  /** Further ones that are damaged, of whatever kind: they count for nothing, and nothing else is told of them. */
  readonly damaged: number;
  /** Null: how many were repeats or refused is not known. */
  readonly summary: UploadSummary | null;
  /** What its records told of, each once, in the order of kinds and ids (domain/families/coverage.ts). */
  readonly told: readonly ToldSubject[];
}

export interface ToldSubject {
  readonly kind: CoverageKind;
  readonly id: number;
}

/** Finds uploads again for those who know their numbers. */
export interface UploadFinder {
  /**
   * Null: there is none under this number, or nothing of it is kept any more. `busy`: too many are looked for right now;
   * it was not looked for.
   */
  find(uploadId: string): Promise<Result<KeptUpload | null, 'busy'>>;
}
