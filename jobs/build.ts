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

/** Takes the uploads into an epoch, up to the newest record kept when it begins. `past`: of the epoch it replaces. */
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
 * Builds a new epoch from the uploads alone, and serves it once it is whole. The change log of the served one is carried
 * over where it can be read: what was public before does not become public by a rebuild.
 */
export async function buildAnew(builder: BuilderContext, uploads: UploadReader): Promise<Result<SnapshotRun, string>> {
  try {
    return await buildAndServe(builder, uploads);
  } catch (error) {
    return err(nothingServed(storageFaultOr(error)));
  }
}

function nothingServed(failure: Failure): string {
  return `Nothing new is served. ${sentenceOf(failure)}`;
}

async function buildAndServe(builder: BuilderContext, uploads: UploadReader): Promise<Result<SnapshotRun, string>> {
  const past = await builder.readCarriedHistory();
  const epoch = await builder.createEpoch();
  try {
    const run = await gatherInto(builder, uploads, epoch, past);
    if (!run.ok) return err(nothingServed(run.error));
    if (run.value.stopped) return err(STOPPED);
    const loaded = await loadKept(builder, epoch, past === null ? 'write' : 'silent');
    if (!loaded.ok) return loaded;
    const documents = await loadKeptDocuments(builder, epoch);
    if (!documents.ok) return documents;
    if (past !== null) await carryOver(uploads, epoch, past, run.value);
    await epoch.serve();
    return ok(run.value);
  } finally {
    await epoch.close();
  }
}

/** What the new epoch cannot know of itself. */
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

/** A new epoch serves the build that was imported last. */
async function loadKept(
  builder: BuilderContext,
  epoch: WorkEpoch,
  changeLog: ChangeLogMode,
): Promise<Result<void, string>> {
  const kept = await builder.imports.current();
  if (kept === null) return ok(undefined);
  const taken = await loadStoredImport(builder, epoch, kept, changeLog);
  return taken ? ok(undefined) : err(STOPPED);
}

/** The documents of the knowledge base are kept beside the databases, too. */
async function loadKeptDocuments(builder: BuilderContext, epoch: WorkEpoch): Promise<Result<void, string>> {
  const kept = await builder.documents.current();
  return kept === null ? ok(undefined) : loadDocuments(builder, epoch, kept);
}

/**
 * Does building work in the builder's turn. Afterwards the running instance answers from what was written, uploads that
 * were lost are told, the owner of the uploads knows which orders are carried out, and no files are left of epochs that
 * are not served, be it an older one, one that did not get done, or one of a builder killed. A failure after the snapshot
 * was written says so.
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
      return await followedUp(tools, uploads, steps, await work(uploads, steps));
    } finally {
      await steps.attempt('removing files of other epochs', async () => ok(await builder.removeOtherEpochs()));
    }
  });
  if (done === null) return err(STOPPED);
  return done.ok ? steps.outcome(done.value) : done;
}

/** Does what follows a run. If the export meets damage, the databases are built anew, once. */
async function followedUp(
  tools: JobTools,
  uploads: UploadReader,
  steps: FollowUp,
  run: Result<SnapshotRun, string>,
): Promise<Result<SnapshotRun, string>> {
  const { builder } = tools;
  if ((await follow(tools, uploads, steps, run)) !== 'damaged') return run;
  builder.log.warn('snapshot.rebuild', { reason: 'damaged' });
  const again = await steps.attempt('building the damaged databases anew', () => buildAnew(builder, uploads));
  if (!again.ok) return run;
  if ((await follow(tools, uploads, steps, again)) === 'damaged') {
    steps.note('the exports met damage in what had just been built anew: check the disk.');
  }
  return again;
}

async function follow(
  tools: JobTools,
  uploads: UploadReader,
  steps: FollowUp,
  run: Result<SnapshotRun, string>,
): Promise<'done' | 'damaged'> {
  const refreshed = await tools.builder.refreshInstance();
  if (!run.ok) return 'done';
  if (!refreshed.ok) steps.note(`the running instance does not answer from it yet: ${refreshed.error}`);
  return finishRun(tools, uploads, run.value, steps);
}
