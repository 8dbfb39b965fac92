import type { SnapshotRow } from '../ports/snapshot_view.ts';
import { ok, type Result } from '../values/result.ts';
import { begin } from './begin.ts';
import type { SnapshotFailure } from './failure.ts';
import { gather } from './gather.ts';
import { publish } from './publish.ts';
import type { Run, SnapshotPorts, SnapshotSettings } from './run.ts';

export interface SnapshotRun {
  /** Snapshots written, at least one unless the run was stopped. */
  readonly written: number;
  readonly newest: SnapshotRow | null;
  /** The last record that had been taken in when it began, 0 where it began anew. */
  readonly fromSeq: number;
  /** The order up to which all are carried out and published; 0 where the run published nothing. */
  readonly orderN: number;
  /** Records that are damaged in the uploads and were passed over. */
  readonly damaged: number;
  /** `goOn` said no: what is left is taken in by the next run. */
  readonly stopped: boolean;
}

/**
 * Brings evidence and snapshot up to the newest record kept when it begins, and writes at least one snapshot row, so
 * that health tells a quiet instance from a dead job. Each record counts once, wherever an earlier run was killed:
 *
 * 1. orders (erasures, withholdings, grants), then records: `evidence` changes, dirty marks and cursor in transactions;
 * 2. `evidence.notePlaces`, where the records will stand in the feed;
 * 3. `snapshots.write`: corpus rows, the facts of what is dirty and the row in one transaction;
 * 4. `evidence.clearMarks`.
 *
 * A run killed before 3 leaves the evidence ahead: its marks stand, its corpus rows are read from the uploads again.
 * One killed before 4 leaves marks of facts already stated: the snapshot's `step` equals the evidence's, they go.
 * A rebuild is the same run on empty evidence and an empty snapshot of a new epoch (ARCHITECTURE.md, Invariants).
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
    ...{ written, newest: row, damaged, stopped },
    orderN: written > 0 ? cursor.orderN : 0,
  };
}
