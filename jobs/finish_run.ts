import type { UploadReader } from '../domain/ports/uploads.ts';
import { isInChain } from '../domain/proof/noted_link.ts';
import type { SnapshotRun } from '../domain/snapshot/take_snapshot.ts';
import { ok } from '../domain/values/result.ts';
import { orStorageFault, StorageFault } from '../domain/values/storage_fault.ts';
import { isBeyondUse } from './beyond_use.ts';
import { exportAfterSnapshot } from './commands/export.ts';
import { doneOrders, erasedFrom } from './done_orders.ts';
import type { FollowUp } from './follow_up.ts';
import type { JobTools } from './job.ts';

/**
 * Does what is left to do when a run is published; returns `damaged` if the export met damage in the snapshot database.
 * What an erasure asks for is decided by the orders that are open, not by
 * what this run did: the one that carried it out may have been killed, or have failed, behind its first snapshot. So they
 * are cleared last, once nothing of what was erased is in the exports and in the bytes of the files. Where the files end
 * before the first record that was erased, there never was: whoever uploads and erases at once has nothing written anew.
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
    const stands = await isInChain(uploads, await builder.knownLink());
    if (!stands) builder.log.error('uploads.lost');
    return ok(undefined);
  });
  const done = await attempt('reading the orders that are carried out', async () => ok(await doneOrders(uploads, run)));
  if (!done.ok) return 'done';
  const erased = erasedFrom(done.value);
  const exported = await attempt('writing the exports', async () => {
    const outcome = await orStorageFault(exportAfterSnapshot(tools, erased));
    if (!(outcome instanceof StorageFault)) return ok(outcome);
    if (isBeyondUse(builder, outcome)) return ok('damaged' as const);
    throw outcome;
  });
  if (exported.ok && exported.value === 'damaged') return 'damaged';
  // What was built anew may hold copies of what stood in the files before.
  if (erased !== null && (run.fromSeq === 0 || erased <= run.fromSeq)) {
    const scrubbed = await attempt('removing what was erased from the bytes of the files', async () =>
      ok(await builder.scrubServed()),
    );
    if (!scrubbed.ok) return 'done';
  }
  if (done.value.length === 0 || (erased !== null && !(exported.ok && exported.value === 'as asked'))) return 'done';
  // If the owner cannot be asked, the orders stay, and looking at one again changes nothing.
  await attempt('clearing the orders that are carried out', () =>
    owner.carryOut({ op: 'clear-orders', upTo: run.orderN }),
  );
  return 'done';
}
