import type { ChangeLogMode } from '../ports/change_log.ts';
import type { UploadReader } from '../ports/uploads.ts';
import { countWithdrawnRows, isErasure, listCompletedOrders } from '../snapshot/done_orders.ts';
import type { SnapshotFailure } from '../snapshot/failure.ts';
import { type SnapshotRun, takeSnapshot } from '../snapshot/take_snapshot.ts';
import { err, type Result } from '../values/result.ts';
import type { BuilderContext, CarriedHistory, WorkEpoch } from './builder_context.ts';
import { loadCurrentDocuments } from './stored_documents.ts';
import { loadCurrentImport } from './stored_import.ts';

/**
 * Builds a new epoch and serves it. Carries over the old change log, so facts that were already public are not logged
 * as new.
 */
export async function buildEpoch(
  builder: BuilderContext,
  uploads: UploadReader,
): Promise<Result<SnapshotRun, SnapshotFailure | 'stopped'>> {
  const past = await builder.readCarriedHistory();
  const epoch = await builder.createEpoch();
  try {
    // The import comes first, because it says which items players can have once.
    const imported = await loadCurrentImport(builder, epoch, chooseChangeLogMode(past));
    if (!imported.ok) return imported;
    const run = await gatherIntoEpoch(builder, uploads, epoch, past);
    if (!run.ok) return run;
    if (run.value.stopped) return err('stopped');
    const documents = await loadCurrentDocuments(builder, epoch);
    if (!documents.ok) return documents;
    if (past !== null) await carryOverHistory(uploads, epoch, past, run.value);
    await epoch.serve();
    return run;
  } finally {
    await epoch.close();
  }
}

/**
 * Adds the uploads to an epoch. `past` is the history of the epoch that this one replaces, or null if it replaces none.
 */
export function gatherIntoEpoch(
  { digest, clock, log, settings, shouldContinue: goOn }: BuilderContext,
  uploads: UploadReader,
  { evidence, snapshots }: WorkEpoch,
  past: CarriedHistory | null = null,
): Promise<Result<SnapshotRun, SnapshotFailure>> {
  const carried = { changeLog: chooseChangeLogMode(past), dataAsOfMs: past?.dataAsOfMs ?? null };
  return takeSnapshot({ uploads, evidence, snapshots, digest, clock, log }, { ...settings, ...carried, goOn });
}

function chooseChangeLogMode(past: CarriedHistory | null): ChangeLogMode {
  return past === null ? 'write' : 'silent';
}

/** Copies history into the new epoch that cannot be rebuilt from the uploads: the change log and withdrawn counts. */
async function carryOverHistory(
  uploads: UploadReader,
  { snapshots }: WorkEpoch,
  past: CarriedHistory,
  run: SnapshotRun,
): Promise<void> {
  const done = await listCompletedOrders(uploads, run);
  await snapshots.carryChanges(past.changeLog, done.some(isErasure));
  const now = await snapshots.listCounts();
  await snapshots.storeWithdrawnCounts(countWithdrawnRows(past.lists, now.remaining, done));
}
