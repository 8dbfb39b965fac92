import { StorageFault, type StoreName } from '../values/storage_fault.ts';

/** Evidence and snapshot have different histories, for example after one of them was restored. Rebuild both. */
export interface SnapshotFailure {
  readonly kind: 'mismatch';
}

/** The reason a run failed: a storage fault, or databases that do not belong together. */
export type Failure = SnapshotFailure | StorageFault;

/** Stores that can be rebuilt from the uploads. */
const DERIVED: ReadonlySet<StoreName> = new Set(['evidence', 'snapshot']);

/** Whether the derived databases must be rebuilt. `isDamage` says whether a fault's code means damage. */
export function isBeyondUse({ isDamage }: { isDamage(cause: string): boolean }, failure: Failure): boolean {
  return !(failure instanceof StorageFault) || (DERIVED.has(failure.store) && isDamage(failure.cause));
}
