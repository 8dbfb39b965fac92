import type { BuilderContext } from '../domain/operator/builder_context.ts';
import type { SnapshotFailure } from '../domain/snapshot/failure.ts';
import { StorageFault, type StoreName } from '../domain/values/storage_fault.ts';

/** The reason a run failed: a storage fault, or databases that do not belong together. */
export type Failure = SnapshotFailure | StorageFault;

/** Stores that can be rebuilt from the uploads. */
const DERIVED: ReadonlySet<StoreName> = new Set(['evidence', 'snapshot']);

/** Whether a failure means that the derived databases must be rebuilt. */
export function isBeyondUse(builder: Pick<BuilderContext, 'isDamage'>, failure: Failure): boolean {
  return !(failure instanceof StorageFault) || (DERIVED.has(failure.store) && builder.isDamage(failure.cause));
}
