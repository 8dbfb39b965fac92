import { StorageFault, type StoreName } from '../values/storage_fault.ts';

/** Evidence and snapshot have different histories, for example after a restore of one of them. Both must be rebuilt. */
export interface SnapshotFailure {
  readonly kind: 'mismatch';
}

/** Why a run failed: a storage fault, or databases that do not belong together. */
export type SnapshotFault = SnapshotFailure | StorageFault;

/** Stores that can be rebuilt from the uploads. */
const DERIVED_STORES: ReadonlySet<StoreName> = new Set(['evidence', 'snapshot']);

/** Returns whether the derived databases must be rebuilt. `isDamage` decides whether a fault's code means damage. */
export function isUnusableStore({ isDamage }: { isDamage(cause: string): boolean }, failure: SnapshotFault): boolean {
  return !(failure instanceof StorageFault) || (DERIVED_STORES.has(failure.store) && isDamage(failure.cause));
}
