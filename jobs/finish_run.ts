import type { UploadReader } from '../domain/ports/uploads.ts';
import { isInChain } from '../domain/proof/noted_link.ts';
import { doneOrders, erasedFrom } from '../domain/snapshot/done_orders.ts';
import { isBeyondUse } from '../domain/snapshot/failure.ts';
import type { SnapshotRun } from '../domain/snapshot/take_snapshot.ts';
import { ok } from '../domain/values/result.ts';
import { orStorageFault, StorageFault } from '../domain/values/storage_fault.ts';
import { exportAfterSnapshot } from './commands/export.ts';
import type { FollowUp } from './follow_up.ts';
import type { JobTools } from './job.ts';

/**
 * Runs the steps that remain once a run has been published: checks the chain, writes exports, scrubs erased data and
 * clears orders. Returns `damaged` if the export found damage in the snapshot database.
 *
 * Which steps an erasure still needs depends on the open orders, not on the work of this run, because the run that
 * carried out the erasure may have been killed or have failed after its first snapshot. Orders are therefore cleared
 * last, when neither the exports nor the database files contain erased data. If the databases had not read the erased
 * records before this run, there is nothing to scrub, so an install that uploads and is erased immediately does not
 * cause files to be rewritten.
 */
export async function finishRun(
  tools: JobTools,
  uploads: UploadReader,
  run: SnapshotRun,
  { attempt }: FollowUp,
): Promise<'done' | 'damaged'> {
  const { builder, owner } = tools;
  if (run.damaged > 0) builder.log.error('uploads.damaged', { records: run.damaged });
  await attempt('checking the uploads against their newest link', async () => {
    const isWhole = await isInChain(uploads, await builder.knownLink());
    if (!isWhole) builder.log.error('uploads.lost');
    return ok(undefined);
  });
  const done = await attempt('reading the completed orders', async () => ok(await doneOrders(uploads, run)));
  if (!done.ok) return 'done';
  const erased = erasedFrom(done.value);
  const exported = await attempt('writing the exports', async () => {
    const outcome = await orStorageFault(exportAfterSnapshot(tools, erased));
    if (!(outcome instanceof StorageFault)) return ok(outcome);
    if (isBeyondUse(builder, outcome)) return ok('damaged' as const);
    throw outcome;
  });
  if (exported.ok && exported.value === 'damaged') return 'damaged';
  // A rebuild (fromSeq 0) may have copied data from the old files, so always scrub after one.
  if (erased !== null && (run.fromSeq === 0 || erased <= run.fromSeq)) {
    const scrubbed = await attempt('removing erased data from the bytes of the files', async () =>
      ok(await builder.scrubServed()),
    );
    if (!scrubbed.ok) return 'done';
  }
  if (done.value.length === 0 || (erased !== null && !(exported.ok && exported.value === 'as asked'))) return 'done';
  // If the owner does not answer, the orders stay open. Carrying them out again is harmless.
  await attempt('clearing the completed orders', () => owner.carryOut({ op: 'clear-orders', upTo: run.orderN }));
  return 'done';
}
