import type { BuilderContext } from '../domain/operator/builder_context.ts';
import type { SnapshotFailure } from '../domain/snapshot/failure.ts';
import type { StoreName } from '../domain/values/result.ts';

/** What can be built afresh from the uploads. */
const DERIVED: ReadonlySet<StoreName> = new Set(['evidence', 'snapshot']);

/** Whether a failure means that the derived databases have to be built anew. */
export function isBeyondUse(builder: Pick<BuilderContext, 'isDamage'>, failure: SnapshotFailure): boolean {
  return failure.kind === 'mismatch' || (DERIVED.has(failure.store) && builder.isDamage(failure.cause));
}
