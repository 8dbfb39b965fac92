import { gatherIntoEpoch } from '../../domain/operator/build_epoch.ts';
import type { BuilderContext, WorkEpoch } from '../../domain/operator/builder_context.ts';
import { serveStoredImport } from '../../domain/operator/stored_import.ts';
import type { UploadReader } from '../../domain/ports/uploads.ts';
import { isUnusableStore, type SnapshotFailure, type SnapshotFault } from '../../domain/snapshot/failure.ts';
import type { SnapshotRun } from '../../domain/snapshot/take_snapshot.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { catchFault, StorageFault } from '../../domain/values/storage_fault.ts';
import { buildAnew, type FollowUp, runInTurn } from '../build.ts';
import type { RunnableJob } from '../job.ts';
import { describeFailure, describeSkipped, STOPPED_EARLY } from '../sentences.ts';

/** `npm run job -- snapshot`. The schedule also runs this command. */
export const snapshotJob: RunnableJob = {
  name: 'snapshot',
  summary: 'write a new public snapshot with the newest uploads',
  help: `Processes the uploads since the last snapshot and writes a new one. If the derived databases are missing, damaged or
follow the rules of an earlier release, they are rebuilt from the uploads. You can run it beside a running instance, which
serves the new snapshot when the command returns.`,
  run: async (tools) => {
    const run = await runInTurn(tools, (uploads, steps) => continueHistory(tools.builder, uploads, steps));
    if (!run.ok) return run;
    const { newest, damaged, stopped } = run.value;
    return stopped ? err(STOPPED_EARLY) : ok(`Snapshot ${newest?.n ?? 0} is written.${describeSkipped(damaged)}`);
  },
};

/** Adds a snapshot to the served epoch, or builds a new epoch if the served one cannot be continued. */
async function continueHistory(
  builder: BuilderContext,
  uploads: UploadReader,
  steps: FollowUp,
): Promise<Result<SnapshotRun, string>> {
  const served = await builder.openServed();
  if (!served.ok) {
    if (served.error.kind === 'refused') return err(served.error.error);
    return rebuildEpoch(builder, uploads, served.error.reason);
  }
  if ((await builder.damageSeenByInstance()) !== null) {
    await served.value.close();
    return rebuildEpoch(builder, uploads, 'damaged');
  }
  const damage = await builder.checkServed();
  if (damage !== null) {
    builder.log.error('snapshot.damaged', { cause: damage });
    await served.value.close();
    return rebuildEpoch(builder, uploads, 'damaged');
  }
  // The files have now been recovered, so an instance that has just started can read the old snapshot.
  await builder.refreshInstance();
  const before = await findNewestNumber(served.value);
  const run = await treatBugAsDamage(builder, gatherIntoEpoch(builder, uploads, served.value));
  const unserved =
    run.ok && !run.value.stopped ? await catchFault(serveStoredImport(builder, served.value)) : undefined;
  const after = await findNewestNumber(served.value);
  await served.value.close();
  const failure = run.ok ? (unserved ?? null) : run.error;
  if (failure !== null && isUnusableStore(builder, failure)) return rebuildEpoch(builder, uploads, 'damaged');
  if (!run.ok) {
    // A run over many records writes several snapshots. Each snapshot is already served when the evidence clears its
    // marks of changed subjects.
    const isWritten = before !== null && after !== null && after > before;
    const begins = isWritten
      ? `Snapshot ${after} is written, but the run could not be finished.`
      : 'No snapshot was written.';
    return err(`${begins} ${describeFailure(run.error)}`);
  }
  if (unserved !== undefined) steps.note(`serving the stored import failed. ${describeFailure(unserved)}`);
  return run;
}

/** Returns the `n` of the newest snapshot, 0 before the first snapshot, or null if the database cannot be read. */
async function findNewestNumber({ snapshots }: WorkEpoch): Promise<number | null> {
  const newest = await catchFault(snapshots.newest());
  return newest instanceof StorageFault ? null : (newest?.n ?? 0);
}

/**
 * Converts an unexpected error from `work` into a failure that leads to a rebuild. Damage can look like a bug of ours,
 * such as an impossible number or a duplicate row. If the error really is a bug, the rebuild throws it again.
 */
async function treatBugAsDamage(
  builder: BuilderContext,
  work: Promise<Result<SnapshotRun, SnapshotFailure>>,
): Promise<Result<SnapshotRun, SnapshotFault>> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StorageFault) return err(error);
    builder.log.error('snapshot.bug', {}, error);
    return err({ kind: 'mismatch' });
  }
}

function rebuildEpoch(
  builder: BuilderContext,
  uploads: UploadReader,
  reason: string,
): Promise<Result<SnapshotRun, string>> {
  if (reason !== 'no-epoch') builder.log.warn('snapshot.rebuild', { reason });
  return buildAnew(builder, uploads);
}
