import { countWithdrawn } from '../domain/exports/withdrawals.ts';
import type { BuilderContext, CarriedHistory, WorkEpoch } from '../domain/operator/builder_context.ts';
import type { ChangeLogMode } from '../domain/ports/change_log.ts';
import type { UploadReader } from '../domain/ports/uploads.ts';
import type { SnapshotFailure } from '../domain/snapshot/failure.ts';
import { type SnapshotRun, takeSnapshot } from '../domain/snapshot/take_snapshot.ts';
import { err, ok, type Result } from '../domain/values/result.ts';
import { storageFaultOr } from '../domain/values/storage_fault.ts';
import type { Failure } from './beyond_use.ts';
import { doneOrders, isErasure } from './done_orders.ts';
import { finishRun } from './finish_run.ts';
import { createFollowUp, type FollowUp } from './follow_up.ts';
import type { JobTools } from './job.ts';
import { loadDocuments } from './load_documents.ts';
import { loadStoredImport } from './load_stored_import.ts';
import { STOPPED, sentenceOf } from './sentences.ts';

/**
 * Adds the uploads to an epoch, up to the record that is newest when the run begins. `past` is the history of the epoch
 * that this one replaces, or null if the run continues the served epoch.
 */
export function gatherInto(
  builder: BuilderContext,
  uploads: UploadReader,
  { evidence, snapshots }: WorkEpoch,
  past: CarriedHistory | null = null,
): Promise<Result<SnapshotRun, SnapshotFailure>> {
  const { digest, clock, log, settings, shouldContinue: goOn } = builder;
  const carried =
    past === null ? { changeLog: 'write' as const } : { changeLog: 'silent' as const, dataAsOfMs: past.dataAsOfMs };
  return takeSnapshot({ uploads, evidence, snapshots, digest, clock, log }, { ...settings, ...carried, goOn });
}

/**
 * Builds a new epoch from the uploads and serves it when it is complete. The change log of the served epoch is carried
 * over if it can be read, because a rebuild must not report facts as new that were public before.
 */
export async function buildAnew(builder: BuilderContext, uploads: UploadReader): Promise<Result<SnapshotRun, string>> {
  try {
    return await buildAndServe(builder, uploads);
  } catch (error) {
    return err(nothingServedText(storageFaultOr(error)));
  }
}

function nothingServedText(failure: Failure): string {
  return `Nothing new is served. ${sentenceOf(failure)}`;
}

async function buildAndServe(builder: BuilderContext, uploads: UploadReader): Promise<Result<SnapshotRun, string>> {
  const past = await builder.readCarriedHistory();
  const epoch = await builder.createEpoch();
  try {
    const run = await gatherInto(builder, uploads, epoch, past);
    if (!run.ok) return err(nothingServedText(run.error));
    if (run.value.stopped) return err(STOPPED);
    const loaded = await loadCurrentImport(builder, epoch, past === null ? 'write' : 'silent');
    if (!loaded.ok) return loaded;
    const documents = await loadCurrentDocuments(builder, epoch);
    if (!documents.ok) return documents;
    if (past !== null) await carryOver(uploads, epoch, past, run.value);
    await epoch.serve();
    return ok(run.value);
  } finally {
    await epoch.close();
  }
}

/** Copies history into the new epoch that cannot be rebuilt from the uploads: the change log and withdrawn counts. */
async function carryOver(
  uploads: UploadReader,
  { snapshots }: WorkEpoch,
  past: CarriedHistory,
  run: SnapshotRun,
): Promise<void> {
  const done = await doneOrders(uploads, run);
  await snapshots.carryChanges(past.changeLog, done.some(isErasure));
  const now = await snapshots.listCounts();
  await snapshots.storeWithdrawnCounts(countWithdrawn(past.lists, now.standing, done));
}

/** Loads the build that was imported last. */
async function loadCurrentImport(
  builder: BuilderContext,
  epoch: WorkEpoch,
  changeLog: ChangeLogMode,
): Promise<Result<void, string>> {
  const stored = await builder.imports.current();
  if (stored === null) return ok(undefined);
  const isLoaded = await loadStoredImport(builder, epoch, stored, changeLog);
  return isLoaded ? ok(undefined) : err(STOPPED);
}

/** Loads the documents of the knowledge base that were imported last. */
async function loadCurrentDocuments(builder: BuilderContext, epoch: WorkEpoch): Promise<Result<void, string>> {
  const stored = await builder.documents.current();
  return stored === null ? ok(undefined) : loadDocuments(builder, epoch, stored);
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
