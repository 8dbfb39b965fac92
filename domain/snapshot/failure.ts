import { StorageFault, type StoreName } from '../values/storage_fault.ts';

/**
 * Evidence and snapshot come from different histories, for example after only one of them was restored. Rebuild both.
 */
export interface Mismatch {
  readonly kind: 'mismatch';
}

export type SnapshotFailure = Mismatch;

/** The reason a run failed: a storage fault, or databases that do not belong together. */
export type Failure = SnapshotFailure | StorageFault;

/** Stores that can be rebuilt from the uploads. */
const DERIVED: ReadonlySet<StoreName> = new Set(['evidence', 'snapshot']);

/**
 * Whether a failure means that the derived databases must be rebuilt. `isDamage` says whether a storage fault with this
 * code means that the file is damaged.
 */
export function isBeyondUse({ isDamage }: { isDamage(cause: string): boolean }, failure: Failure): boolean {
  return !(failure instanceof StorageFault) || (DERIVED.has(failure.store) && isDamage(failure.cause));
}
