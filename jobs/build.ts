import { replaceDamagedFiles } from '../domain/exports/damaged_files.ts';
import { removeOldChanges } from '../domain/exports/tidy_changes.ts';
import { buildEpoch } from '../domain/operator/build_epoch.ts';
import type { BuilderContext, WorkEpoch } from '../domain/operator/builder_context.ts';
import type { UploadReader } from '../domain/ports/uploads.ts';
import { isInChain } from '../domain/proof/check.ts';
import { findLowestErased, listCompletedOrders } from '../domain/snapshot/done_orders.ts';
import { isUnusableStore, type SnapshotFault } from '../domain/snapshot/failure.ts';
import type { SnapshotRun } from '../domain/snapshot/take_snapshot.ts';
import { err, ok, type Result } from '../domain/values/result.ts';
import { catchFault, StorageFault } from '../domain/values/storage_fault.ts';
import { exportAfterSnapshot } from './commands/export.ts';
import type { JobTools } from './job.ts';
import { describeFailure, STOPPED_EARLY } from './sentences.ts';

/** Builds a new epoch (see buildEpoch). The error is a sentence for the operator. */
export async function buildAnew(builder: BuilderContext, uploads: UploadReader): Promise<Result<SnapshotRun, string>> {
  const built = await catchFault(buildEpoch(builder, uploads));
  if (built instanceof StorageFault) return err(describeServedNothing(built));
  if (built.ok) return built;
  return err(built.error === 'stopped' ? STOPPED_EARLY : describeServedNothing(built.error));
}

function describeServedNothing(failure: SnapshotFault): string {
  return `Nothing new is served. ${describeFailure(failure)}`;
}

/**
 * Waits for the builder's turn and runs `work` in it. Afterwards it refreshes the running instance, logs lost uploads,
 * clears completed orders and removes the files of every epoch that is not served, such as older epochs and those left
 * behind by a killed builder. If a step fails after the snapshot was written, the error says that it was written.
 */
export async function runInTurn(
  tools: JobTools,
  work: (uploads: UploadReader, steps: FollowUp) => Promise<Result<SnapshotRun, string>>,
): Promise<Result<SnapshotRun, string>> {
  const { builder } = tools;
  const steps = createFollowUp(builder);
  const done = await builder.turn(async (uploads) => {
    await builder.settleGame(uploads);
    await builder.removeOtherEpochs();
    try {
      return await runFollowUp(tools, uploads, steps, await work(uploads, steps));
    } finally {
      await removeOtherEpochs(builder, steps.attempt);
    }
  });
  if (done === null) return err(STOPPED_EARLY);
  return done.ok ? steps.outcome(done.value) : done;
}

function removeOtherEpochs(builder: BuilderContext, attempt: FollowUp['attempt']): Promise<Result<void, string>> {
  return attempt('removing files of other epochs', async () => ok(await builder.removeOtherEpochs()));
}

/** Runs the steps that follow a snapshot run. Rebuilds the databases once if the export finds damage in them. */
async function runFollowUp(
  tools: JobTools,
  uploads: UploadReader,
  steps: FollowUp,
  run: Result<SnapshotRun, string>,
): Promise<Result<SnapshotRun, string>> {
  const { builder } = tools;
  if ((await refreshAndFinish(tools, uploads, steps, run)) !== 'damaged') return run;
  builder.log.warn('snapshot.rebuild', { reason: 'damaged' });
  const again = await steps.attempt('rebuilding the damaged databases', () => buildAnew(builder, uploads));
  if (!again.ok) return run;
  if ((await refreshAndFinish(tools, uploads, steps, again)) === 'damaged') {
    steps.note('the exports found damage in the databases that had just been rebuilt: check the disk.');
  }
  return again;
}

async function refreshAndFinish(
  tools: JobTools,
  uploads: UploadReader,
  steps: FollowUp,
  run: Result<SnapshotRun, string>,
): Promise<'done' | 'damaged'> {
  const refreshed = await tools.builder.refreshInstance();
  if (!run.ok) return 'done';
  if (!refreshed.ok) steps.note(`the running instance does not serve it yet: ${refreshed.error}`);
  return finishSnapshotRun(tools, uploads, run.value, steps);
}

/**
 * Runs the steps that remain once a run has been published: checks the chain, writes exports, scrubs erased data and
 * clears orders. Returns `damaged` if the export found damage in the snapshot database.
 *
 * Which steps an erasure still needs depends on the open orders, not on the work of this run, because the run that
 * carried out the erasure may have been killed or have failed after its first snapshot. Orders are therefore cleared
 * last, when no export and no database of any epoch contains erased data; change files are removed within an hour, which
 * their folder remembers. If the databases had not read the erased records before this run, there is nothing to scrub,
 * so an install that uploads and is erased immediately does not cause files to be rewritten.
 */
async function finishSnapshotRun(
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
  const done = await attempt('reading the completed orders', async () => ok(await listCompletedOrders(uploads, run)));
  if (!done.ok) return 'done';
  const erased = findLowestErased(done.value);
  // Before the exports, because an export is due if the served one is damaged or can no longer be followed.
  await attempt('checking the exported files and the change files', async () => {
    await builder.checkFiles(async () => {
      const folders = { exports: tools.exporter.folder, changes: builder.changes };
      const { exported, changes } = await replaceDamagedFiles(folders, run.newest?.n ?? 0, builder.clock.nowMs());
      if (exported.length > 0) builder.log.error('export.damaged', { files: exported.length });
      if (changes.length > 0) builder.log.error('changes.damaged', { files: changes.length });
    });
    return ok(undefined);
  });
  const tidied = await attempt('removing old change files', async () => {
    const erasedUpTo = erased === null ? null : (run.newest?.n ?? null);
    const { changes, clock, intervalMs } = builder;
    return ok(await removeOldChanges(changes, { nowMs: clock.nowMs(), erasedUpTo, intervalMs }));
  });
  const exported = await attempt('writing the exports', async () => {
    const outcome = await catchFault(exportAfterSnapshot(tools, erased));
    if (!(outcome instanceof StorageFault)) return ok(outcome);
    if (isUnusableStore(builder, outcome)) return ok('damaged' as const);
    throw outcome;
  });
  if (exported.ok && exported.value === 'damaged') return 'damaged';
  // A rebuild (fromSeq 0) may have copied data from the old files, so always scrub after a rebuild.
  if (erased !== null && (run.fromSeq === 0 || erased <= run.fromSeq)) {
    const scrubbed = await attempt('removing erased data from the bytes of the files', async () =>
      ok(await builder.scrubServed()),
    );
    if (!scrubbed.ok) return 'done';
    // The instance may have published before the scrub. It publishes again, so that edges start from a new base.
    await builder.refreshInstance();
  }
  if (done.value.length === 0) return 'done';
  if (erased !== null && !(tidied.ok && exported.ok && exported.value === 'as asked')) return 'done';
  // The epoch before a rebuild still contains the erased records.
  if (!(await removeOtherEpochs(builder, attempt)).ok) return 'done';
  // If the owner does not answer, the orders stay open. Carrying them out again is harmless.
  await attempt('clearing the completed orders', () => owner.carryOut({ op: 'clear-orders', upTo: run.orderN }));
  return 'done';
}

/** Runs the steps after a snapshot and collects failures, so that the final message says what succeeded. */
export interface FollowUp {
  /** Runs a step, named by a phrase such as "writing the exports". A thrown storage fault counts as a failure. */
  attempt<T>(step: string, work: () => Promise<Result<T, string>>): Promise<Result<T, string>>;
  /** Records a failure. The clause must end with a full stop. */
  note(clause: string): void;
  /** Returns the run, or an error that says whether a snapshot was written and lists the failures. */
  outcome(run: SnapshotRun): Result<SnapshotRun, string>;
}

function createFollowUp({ faultOf }: Pick<BuilderContext, 'faultOf'>): FollowUp {
  // A step that is tried again may fail again for the same reason.
  const failures = new Set<string>();
  const attempt: FollowUp['attempt'] = async (step, work) => {
    try {
      const done = await work();
      if (!done.ok) failures.add(`${step} failed. ${done.error}`);
      return done;
    } catch (error) {
      if (error instanceof StorageFault) {
        failures.add(`${step} failed. ${describeFailure(error)}`);
        return err(error.cause);
      }
      const cause = faultOf(error);
      if (cause === null) throw error;
      failures.add(`${step} failed (${cause}): check the disk and the data folder, then run the command again.`);
      return err(cause);
    }
  };
  return {
    attempt,
    note: (clause) => void failures.add(clause),
    outcome: (run) => (failures.size === 0 ? ok(run) : err(describeUnfinishedRun(run, [...failures].join('\nAlso, ')))),
  };
}

/** Returns a sentence that says whether a snapshot was written and lists the failures of later steps. */
function describeUnfinishedRun({ written, newest }: Pick<SnapshotRun, 'written' | 'newest'>, clause: string): string {
  return written > 0
    ? `Snapshot ${newest?.n ?? 0} is written, but ${clause}`
    : `No snapshot was written, and ${clause}`;
}

/** Opens the served epoch. If there is none, builds one first. */
export async function findServedEpoch(
  builder: BuilderContext,
  uploads: UploadReader,
): Promise<Result<WorkEpoch, string>> {
  const served = await builder.openServed();
  if (served.ok) return served;
  if (served.error.kind === 'refused') return err(served.error.error);
  const built = await buildAnew(builder, uploads);
  if (!built.ok) return built;
  const again = await builder.openServed();
  return again.ok ? again : err('The snapshot could not be opened: run `npm run job -- snapshot` first.');
}
