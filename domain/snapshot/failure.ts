import type { Result, StorageResult, Unreachable } from '../values/result.ts';

export type SnapshotStore = 'uploads' | 'evidence' | 'snapshot';

/** Storage that stopped a snapshot, and whose it was: a damaged derived database is built afresh, uploads are not. */
export interface StoreUnreachable extends Unreachable {
  readonly store: SnapshotStore;
}

/** Evidence and snapshot come from different histories, as after one of them was restored alone: rebuild both. */
export interface Mismatch {
  readonly kind: 'mismatch';
}

export type SnapshotFailure = StoreUnreachable | Mismatch;

/** Says whose storage an answer came from. */
export const answerOf = <T>(store: SnapshotStore, answer: StorageResult<T>): Result<T, StoreUnreachable> =>
  answer.ok ? answer : { ok: false, error: { ...answer.error, store } };
