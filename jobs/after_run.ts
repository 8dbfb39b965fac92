import type { UploadReader } from '../domain/ports/uploads.ts';
import { standsInChain } from '../domain/proof/note_link.ts';
import type { SnapshotRun } from '../domain/snapshot/take_snapshot.ts';
import { err, ok, type Result } from '../domain/values/result.ts';
import { exportAfterSnapshot } from './commands/export.ts';
import { doneOrders, erasedFrom } from './done_orders.ts';
import type { JobTools } from './job.ts';
import { sentenceOf } from './sentences.ts';

/**
 * What is left to do when a run is published. What an erasure asks for is decided by the orders that are open, not by
 * what this run did: the one that carried it out may have been killed, or have failed, behind its first snapshot. So they
 * are cleared last, once nothing of what was erased is in the exports and in the bytes of the files. Where the files end
 * before the first record that was erased, there never was: whoever uploads and erases at once has nothing written anew.
 */
export const afterRun = async (
  tools: JobTools,
  uploads: UploadReader,
  run: SnapshotRun,
): Promise<Result<void, string>> => {
  const { builder, owner } = tools;
  if (run.damaged > 0) builder.log.error('uploads.damaged', { records: run.damaged });
  const stands = await standsInChain(uploads, await builder.knownLink());
  if (!stands.ok) return err(sentenceOf(stands.error));
  if (!stands.value) builder.log.error('uploads.lost');
  const done = await doneOrders(uploads, run);
  if (!done.ok) return done;
  const erased = erasedFrom(done.value);
  const exported = await exportAfterSnapshot(tools, erased);
  // What was built anew may hold copies of what stood in the files before.
  if (erased !== null && (run.fromSeq === 0 || erased <= run.fromSeq)) await builder.scrubServed();
  if (done.value.length === 0 || (erased !== null && !exported)) return ok(undefined);
  // Where the owner cannot be asked the orders stay, and looking at one again changes nothing.
  const cleared = await owner.carryOut({ op: 'clear-orders', upTo: run.orderN });
  if (!cleared.ok) builder.log.warn('snapshot.orders_not_cleared');
  return ok(undefined);
};
