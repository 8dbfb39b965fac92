import type { Stopwatch } from '../../domain/ports/clock.ts';

export type BuildWatch = ReturnType<typeof createBuildWatch>;

/**
 * Tracks the builders that an instance starts, and counts the records waiting for the next builder. `newestSeq` is the
 * sequence number of the newest record when the instance starts, or null if it could not be read. Sequence numbers have
 * no gaps, so adding the count of newly stored records gives the newest sequence number.
 */
export function createBuildWatch({ elapsedMs }: Stopwatch, newestSeq: number | null) {
  const ends = new Map<string, number>();
  let newest = newestSeq;
  let lastMs: number | null = null;
  return {
    /** Records that an upload stored this many new records. */
    stored: (count: number): void => {
      if (newest !== null) newest += count;
    },
    /** Runs a builder and records its outcome and duration. */
    run: async <End extends string>(build: () => Promise<End>): Promise<End> => {
      const startMs = elapsedMs();
      const end = await build();
      lastMs = elapsedMs() - startMs;
      ends.set(end, (ends.get(end) ?? 0) + 1);
      return end;
    },
    /** Returns the duration of the last builder run in seconds, or null if no run has ended yet. */
    lastS: (): number | null => (lastMs === null ? null : lastMs / 1_000),
    /**
     * Returns the number of stored records that are not in a snapshot yet, or null if the newest stored record is
     * unknown. `takenSeq` is the sequence number of the last record in the snapshot, whichever process wrote it.
     */
    waiting: (takenSeq: number): number | null =>
      // A snapshot may already contain an upload that `stored` has not counted yet.
      newest === null ? null : Math.max(0, newest - takenSeq),
    /** Returns the number of builder runs, keyed by outcome. */
    ends: (): ReadonlyMap<string, number> => ends,
  };
}
