import type { SnapshotState } from '../../schema/vocabulary.ts';
import { countRemainingRows } from '../paging/ledger.ts';
import type { Clock, Stopwatch } from '../ports/clock.ts';
import type { SnapshotRow, SnapshotView } from '../ports/snapshot_view.ts';
import type { SnapshotStore } from '../ports/snapshots.ts';
import { catchFault, StorageFault } from '../values/storage_fault.ts';

export interface Health {
  /**
   * `fresh`: written within `maxAgeSeconds`. `stale`: written earlier. `missing`: never written. `unavailable`: the
   * snapshot cannot be read, or parts of it are damaged (contract, section 4, Health).
   */
  readonly state: SnapshotState;
  /** The snapshot that was checked, or null if there is none or it cannot be read. */
  readonly snapshot: HealthSnapshot | null;
}

export interface HealthSnapshot {
  readonly epoch: string;
  readonly row: SnapshotRow;
  readonly ageSeconds: number;
  /** Number of current rows in the feed. */
  readonly records: number;
}

interface AgeClocks {
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
}

/** Checks whether the public snapshot is fresh. */
export async function readHealth(snapshots: SnapshotStore, clocks: AgeClocks, maxAgeSeconds: number): Promise<Health> {
  const newest = await catchFault(snapshots.newest());
  if (newest instanceof StorageFault || snapshots.damage() !== null) return { state: 'unavailable', snapshot: null };
  if (newest === null) return { state: 'missing', snapshot: null };
  const { epoch, row, corpus } = newest.view;
  const ageSeconds = Math.floor(computeSnapshotAge(newest.view, clocks) / 1000);
  const snapshot = { epoch, row, ageSeconds, records: countRemainingRows(corpus, row.n) };
  return { state: ageSeconds <= maxAgeSeconds ? 'fresh' : 'stale', snapshot };
}

/**
 * Returns a snapshot's age. Uses the stopwatch for snapshots that this process has seen, because the clock may have
 * been changed since then.
 */
function computeSnapshotAge({ seen, row }: SnapshotView, { clock, stopwatch }: AgeClocks): number {
  return seen === null
    ? Math.max(0, clock.nowMs() - row.writtenAtMs)
    : seen.ageMs + stopwatch.elapsedMs() - seen.elapsedMs;
}
