import type { BuilderContext } from '../domain/operator/builder_context.ts';
import type { SnapshotFailure } from '../domain/snapshot/failure.ts';
import { StorageFault, type StoreName } from '../domain/values/storage_fault.ts';

/** How a run fails: its storage does, or the databases do not belong together. */
export type Failure = SnapshotFailure | StorageFault;

/** What can be built afresh from the uploads. */
const DERIVED: ReadonlySet<StoreName> = new Set(['evidence', 'snapshot']);

/** Whether a failure means that the derived databases have to be built anew. */
export function isBeyondUse(builder: Pick<BuilderContext, 'isDamage'>, failure: Failure): boolean {
  return !(failure instanceof StorageFault) || (DERIVED.has(failure.store) && builder.isDamage(failure.cause));
}
