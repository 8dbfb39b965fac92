import type { Stopwatch } from '../../domain/ports/clock.ts';

/** Tracks the builders that an instance starts, and counts the records that wait for the next builder. */
export interface BuildWatch {
  /** Records that an upload stored this many new records. */
  stored(count: number): void;
  /** Runs a builder and records its outcome and duration. */
  run<End extends string>(build: () => Promise<End>): Promise<End>;
  /** Returns the duration of the last builder run in seconds, or null if no run has ended yet. */
  lastS(): number | null;
  /**
   * Returns the number of stored records that are not in a snapshot yet, or null if the newest stored record is
   * unknown. `takenSeq` is the sequence number of the last record in the snapshot, whichever process wrote the
   * snapshot.
   */
  waiting(takenSeq: number): number | null;
  /** Returns the number of builder runs, keyed by outcome. */
  ends(): ReadonlyMap<string, number>;
}

/**
 * `newestSeq` is the sequence number of the newest record when the instance starts, or null if it could not be read.
 * Sequence numbers have no gaps, so adding the count of newly stored records gives the newest sequence number.
 */
export function createBuildWatch({ elapsedMs }: Stopwatch, newestSeq: number | null): BuildWatch {
  const ends = new Map<string, number>();
  let newest = newestSeq;
  let lastMs: number | null = null;
  return {
    stored: (count) => {
      if (newest !== null) newest += count;
    },
    run: async (build) => {
      const startMs = elapsedMs();
      const end = await build();
      lastMs = elapsedMs() - startMs;
      ends.set(end, (ends.get(end) ?? 0) + 1);
      return end;
    },
    lastS: () => (lastMs === null ? null : lastMs / 1_000),
    // A snapshot may already contain an upload that `stored` has not counted yet.
    waiting: (takenSeq) => (newest === null ? null : Math.max(0, newest - takenSeq)),
    ends: () => ends,
  };
}
