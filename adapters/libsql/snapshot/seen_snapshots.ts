import type { Clock, Stopwatch } from '../../../domain/ports/clock.ts';
import type { FirstSeen, SnapshotRow } from '../../../domain/ports/snapshot_view.ts';

/**
 * Remembers when this process first saw the newest snapshot. From then on the snapshot's age is measured with the
 * stopwatch, so changes to the system clock do not matter.
 */
export interface SeenSnapshots {
  of(epoch: string, row: SnapshotRow): FirstSeen;
  /** Notes that the database has just been checked. */
  looked(): void;
}

export function createSeenSnapshots(clock: Clock, stopwatch: Stopwatch): SeenSnapshots {
  let newest: { readonly epoch: string; readonly n: number; readonly seen: FirstSeen } | null = null;
  let lookedMs: number | null = null;
  return {
    of: (epoch, { n, writtenAtMs }) => {
      if (newest?.epoch === epoch && newest.n === n) return newest.seen;
      const elapsedMs = stopwatch.elapsedMs();
      // A snapshot that the last check did not find was written after that check.
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
