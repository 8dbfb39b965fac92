import type { EvidenceCursor } from '../ports/evidence.ts';
import type { SnapshotRow } from '../ports/snapshot_view.ts';
import { toUtcDay } from '../values/instant.ts';
import { err, ok, type Result } from '../values/result.ts';
import { SNAPSHOT_BOUNDS } from './bounds.ts';
import type { SnapshotFailure } from './failure.ts';
import { createFeedRules } from './feed.ts';
import { gatherRecords } from './gather.ts';
import { carryOutOrders } from './orders.ts';
import { publishSnapshot } from './publish.ts';
import type { Run, SnapshotPorts, SnapshotSettings } from './run.ts';
import { chooseRule, countGrown, listPendingInstalls, readUnplacedInstalls, readYoungInstalls } from './witness_day.ts';

export interface SnapshotRun {
  /** Number of snapshots written. At least one, unless the run was stopped. */
  readonly written: number;
  readonly newest: SnapshotRow | null;
  /** Last record taken in before the run began, or 0 if the databases were empty. */
  readonly fromSeq: number;
  /** All orders up to this number have been carried out and published. 0 if the run published nothing. */
  readonly orderN: number;
  readonly damaged: number;
  /** True if `goOn` returned false. The next run takes in the remaining records. */
  readonly stopped: boolean;
}

/**
 * Brings evidence and snapshot up to the newest record stored when the run begins. Writes at least one snapshot row,
 * so that the health endpoint can tell a quiet instance from a dead job. Each record counts once, no matter where an
 * earlier run was killed. The steps are:
 *
 * 1. Orders (erasures, withholdings, grants), then records: changes, dirty marks and cursor are written to the evidence
 * together, in a series of transactions.
 * 2. `evidence.notePlaces`: notes the places that the records will have in the feed.
 * 3. `snapshots.write`: writes corpus rows, the facts of all dirty subjects and the snapshot row, in one transaction.
 * 4. `evidence.clearMarks`: clears the dirty marks.
 *
 * If a run is killed before step 3, the evidence is ahead of the snapshot. Its marks remain, and missing corpus rows
 * are read from the uploads again. If a run is killed before step 4, marks of published facts remain. The next run
 * clears them, because the snapshot's `step` equals the evidence's. A rebuild is the same run on empty evidence and an
 * empty snapshot of a new epoch (ARCHITECTURE.md, Invariants).
 */
export async function takeSnapshot(
  ports: SnapshotPorts,
  settings: SnapshotSettings,
): Promise<Result<SnapshotRun, SnapshotFailure>> {
  const begun = await beginRun(ports, settings);
  if (!begun.ok) return begun;
  const run = begun.value;
  const fromSeq = run.cursor.seq;
  let written = 0;
  const outcome = (stopped: boolean): Result<SnapshotRun, never> => {
    const { row: newest, cursor, damaged } = run;
    return ok({ written, newest, fromSeq, damaged, stopped, orderN: written > 0 ? cursor.orderN : 0 });
  };
  while (await run.goOn(run.row?.seq ?? 0)) {
    const gathered = await gatherRecords(run);
    if (gathered === 'stopped') break;
    await publishSnapshot(run, gathered);
    written++;
    if (gathered.caughtUp && !run.hasMoreAgain) return outcome(false);
  }
  return outcome(true);
}

/** Checks that evidence and snapshot belong together, clears published marks, and carries out orders. */
async function beginRun(ports: SnapshotPorts, settings: SnapshotSettings): Promise<Result<Run, SnapshotFailure>> {
  const found = await readStoredState(ports);
  if (!isConsistentState(found)) return err({ kind: 'mismatch' });
  const cursor = await clearPublishedMarks(ports, found);
  const { uploads, evidence } = ports;
  const { kinds, bounds = SNAPSHOT_BOUNDS, witnessNetworks = 1, installAgeDays = 0 } = settings;
  const rule = chooseRule(ports, settings, cursor);
  const youngBefore = await readYoungInstalls(uploads, rule.ageDays, cursor.witnessDay ?? rule.toDay);
  const orders = await uploads.orders(cursor.orderN);
  // Read the unplaced installs after the orders. An install that got its place in between is still waiting in this run,
  // and the next run sees its order.
  const unplaced = await readUnplacedInstalls(uploads, witnessNetworks);
  const before = { young: youngBefore, unplaced };
  const familiesApart = witnessNetworks > 1;
  const shared = { uploads, evidence, kinds, bounds, familiesApart };
  const ordered = await carryOutOrders(shared, cursor, orders, before);
  const young = await readYoungInstalls(uploads, rule.ageDays, rule.toDay);
  const { orderN } = ordered;
  const waiting = listPendingInstalls({ ...before, young }, orderN);
  const ground = { ...shared, waiting: listPendingInstalls(before, orderN) };
  const aged = await countGrown(ground, ordered, rule, waiting);
  const excluded = await evidence.excluded();
  const toSeq = Math.min(found.newestSeq, settings.toSeq ?? found.newestSeq);
  // Only then has neither an order nor a killed run changed the evidence since.
  const isAsPublished = found.row?.step === aged.step;
  const ratesDay = isAsPublished && aged.dataAsOfMs !== null ? toUtcDay(aged.dataAsOfMs) : null;
  const runState = { bounds, cursor: aged, ratesDay, excluded, waiting, familiesApart, installAgeDays, toSeq };
  return ok(createSnapshotRun(ports, settings, found, runState));
}

interface StoredState {
  readonly row: SnapshotRow | null;
  readonly cursor: EvidenceCursor;
  readonly feedKey: string;
  readonly newestSeq: number;
}

async function readStoredState({ snapshots, evidence, uploads }: SnapshotPorts): Promise<StoredState> {
  const row = await snapshots.newest();
  const cursor = await evidence.cursor();
  const feedKey = await uploads.feedKey();
  const newestSeq = await uploads.newestSeq();
  return { row, cursor, feedKey, newestSeq };
}

function isConsistentState({ row, cursor, newestSeq }: StoredState): boolean {
  const { step, seq } = row ?? { step: 0, seq: 0 };
  return step <= cursor.step && step >= cursor.clearedStep && seq <= cursor.seq && cursor.seq <= newestSeq;
}

/** Clears the marks of facts in the newest snapshot, in case its run was killed before clearing them. */
async function clearPublishedMarks({ evidence }: SnapshotPorts, { row, cursor }: StoredState): Promise<EvidenceCursor> {
  const step = row?.step ?? 0;
  if (step === cursor.step && step > cursor.clearedStep) {
    await evidence.clearMarks(null, null);
  }
  return await evidence.cursor();
}

type ResumedState = Pick<
  Run,
  'bounds' | 'cursor' | 'ratesDay' | 'excluded' | 'waiting' | 'familiesApart' | 'installAgeDays' | 'toSeq'
>;

function createSnapshotRun(
  ports: SnapshotPorts,
  settings: SnapshotSettings,
  { row, feedKey }: StoredState,
  { bounds, cursor, toSeq, ...witnesses }: ResumedState,
): Run {
  const fromSeq = row?.seq ?? 0;
  const dataAsOfMs = pickLaterTime(cursor.dataAsOfMs, settings.dataAsOfMs ?? null);
  const { kinds, changeLog, feedTime, goOn = async () => true } = settings;
  const isAnew = changeLog === 'silent' && bounds.factsEveryMs > 0;
  const factsEveryMs = isAnew ? Number.POSITIVE_INFINITY : bounds.factsEveryMs;
  return {
    ports,
    kinds,
    changeLog,
    bounds,
    toSeq,
    row,
    ...witnesses,
    feed: createFeedRules(ports.digest, feedKey, feedTime),
    goOn: (seq) => goOn({ fromSeq, seq, toSeq }),
    cursor: { ...cursor, dataAsOfMs },
    hasMoreAgain: false,
    // Facts left over from an earlier run or changed by an order are written first. In a rebuild, nothing is read until
    // it is complete, so facts can wait.
    factsDueMs: cursor.step > cursor.clearedStep ? 0 : ports.clock.nowMs() + factsEveryMs,
    factsEveryMs,
    damaged: 0,
  };
}

function pickLaterTime(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
