import { buildEpoch } from '../domain/operator/build_epoch.ts';
import type { BuilderContext } from '../domain/operator/builder_context.ts';
import type { UploadReader } from '../domain/ports/uploads.ts';
import type { Failure } from '../domain/snapshot/failure.ts';
import type { SnapshotRun } from '../domain/snapshot/take_snapshot.ts';
import { err, ok, type Result } from '../domain/values/result.ts';
import { orStorageFault, StorageFault } from '../domain/values/storage_fault.ts';
import { finishRun } from './finish_run.ts';
import { createFollowUp, type FollowUp } from './follow_up.ts';
import type { JobTools } from './job.ts';
import { STOPPED, sentenceOf } from './sentences.ts';

/** Builds a new epoch (buildEpoch). An error is a sentence for the operator. */
export async function buildAnew(builder: BuilderContext, uploads: UploadReader): Promise<Result<SnapshotRun, string>> {
  const built = await orStorageFault(buildEpoch(builder, uploads));
  if (built instanceof StorageFault) return err(nothingServedText(built));
  if (built.ok) return built;
  return err(built.error === 'stopped' ? STOPPED : nothingServedText(built.error));
}

function nothingServedText(failure: Failure): string {
  return `Nothing new is served. ${sentenceOf(failure)}`;
}

/**
 * Waits for the builder's turn and runs `work` in it. Afterwards it refreshes the running instance, logs lost uploads,
 * clears completed orders and removes the files of all epochs that are not served: older ones, unfinished ones and
 * those of a killed builder. If a step fails after the snapshot was written, the error says that it was written.
 */
export async function inTurn(
  tools: JobTools,
  work: (uploads: UploadReader, steps: FollowUp) => Promise<Result<SnapshotRun, string>>,
): Promise<Result<SnapshotRun, string>> {
  const { builder } = tools;
  const steps = createFollowUp(builder);
  const done = await builder.turn(async (uploads) => {
    await builder.removeOtherEpochs();
    try {
      return await runFollowUp(tools, uploads, steps, await work(uploads, steps));
    } finally {
      await steps.attempt('removing files of other epochs', async () => ok(await builder.removeOtherEpochs()));
    }
  });
  if (done === null) return err(STOPPED);
  return done.ok ? steps.outcome(done.value) : done;
}

/** Runs the steps that follow a run. Rebuilds the databases once if the export finds damage in them. */
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
  return finishRun(tools, uploads, run.value, steps);
}
