import type { SnapshotRow } from '../ports/snapshot_view.ts';
import { ok, type Result } from '../values/result.ts';
import { begin } from './begin.ts';
import type { SnapshotFailure } from './failure.ts';
import { gather } from './gather.ts';
import { publish } from './publish.ts';
import type { Run, SnapshotPorts, SnapshotSettings } from './run.ts';

export interface SnapshotRun {
  /** Number of snapshots written, at least one unless the run was stopped. */
  readonly written: number;
  readonly newest: SnapshotRow | null;
  /** Last record taken in before the run began, or 0 if it started from nothing. */
  readonly fromSeq: number;
  /** All orders up to this one are carried out and published. 0 if the run published nothing. */
  readonly orderN: number;
  /** Number of damaged records that were skipped. */
  readonly damaged: number;
  /** True if `goOn` returned false. The next run takes in the rest. */
  readonly stopped: boolean;
}

/**
 * Brings evidence and snapshot up to the newest record stored when it begins. Writes at least one snapshot row, so
 * that the health endpoint can tell a quiet instance from a dead job. Each record counts once, no matter where an
 * earlier run was killed. The steps are:
 *
 * 1. orders (erasures, withholdings, grants), then records: `evidence` moves changes, dirty marks and cursor in
 * transactions;
 * 2. `evidence.notePlaces`: the places that the records will have in the feed;
 * 3. `snapshots.write`: corpus rows, the facts of everything dirty and the row, in one transaction;
 * 4. `evidence.clearMarks`.
 *
 * If a run is killed before step 3, the evidence is ahead: its marks remain, and its corpus rows are read from the
 * uploads again. If it is killed before step 4, marks of published facts remain; the snapshot's `step` equals the
 * evidence's, so they are cleared. A rebuild is the same run on empty evidence and an empty snapshot of a new epoch
 * (ARCHITECTURE.md, Invariants).
 */
export async function takeSnapshot(
  ports: SnapshotPorts,
  settings: SnapshotSettings,
): Promise<Result<SnapshotRun, SnapshotFailure>> {
  const begun = await begin(ports, settings);
  if (!begun.ok) return begun;
  const run = begun.value;
  const fromSeq = run.cursor.seq;
  let written = 0;
  while (await run.goOn(run.row?.seq ?? 0)) {
    const gathered = await gather(run);
    if (gathered === 'stopped') break;
    await publish(run, gathered);
    written++;
    if (gathered.caughtUp && !run.hasMoreAgain) return ok({ ...outcomeOf(run, written, false), fromSeq });
  }
  return ok({ ...outcomeOf(run, written, true), fromSeq });
}

function outcomeOf({ row, cursor, damaged }: Run, written: number, stopped: boolean): Omit<SnapshotRun, 'fromSeq'> {
  return {
    written,
    newest: row,
    damaged,
    stopped,
    orderN: written > 0 ? cursor.orderN : 0,
  };
}
