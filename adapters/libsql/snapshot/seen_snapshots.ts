import type { Clock, Stopwatch } from '../../../domain/ports/clock.ts';
import type { FirstSeen, SnapshotRow } from '../../../domain/ports/snapshot_view.ts';

/** When this process first saw which snapshot: from then on its age is told by the stopwatch, whatever the clock does. */
export interface SeenSnapshots {
  of(epoch: string, row: SnapshotRow): FirstSeen;
  /** A look at the database is done. */
  looked(): void;
}

export function createSeenSnapshots(clock: Clock, stopwatch: Stopwatch): SeenSnapshots {
  let newest: { readonly epoch: string; readonly n: number; readonly seen: FirstSeen } | null = null;
  let lookedMs: number | null = null;
  return {
    of: (epoch, { n, writtenAtMs }) => {
      if (newest?.epoch === epoch && newest.n === n) return newest.seen;
      const elapsedMs = stopwatch.elapsedMs();
      // One that was not there at the last look has been written since.
      const atMostMs = newest === null || lookedMs === null ? Number.POSITIVE_INFINITY : elapsedMs - lookedMs;
      const ageMs = Math.min(Math.max(0, clock.nowMs() - writtenAtMs), atMostMs);
      newest = { epoch, n, seen: { elapsedMs, ageMs } };
      return newest.seen;
    },
    looked: () => {
      lookedMs = stopwatch.elapsedMs();
    },
  };
}
