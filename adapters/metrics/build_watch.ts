import type { Stopwatch } from '../../domain/ports/clock.ts';

/** Follows the builders that an instance starts, and counts the records that wait for one. */
export interface BuildWatch {
  /** Notes that an upload brought this many new records. */
  stored(count: number): void;
  /** Runs a builder and notes how it ended and how long it took. */
  run<End extends string>(build: () => Promise<End>): Promise<End>;
  /** Seconds that the last builder ran, or null before the first one ended. */
  lastS(): number | null;
  /**
   * Returns how many records were stored that a snapshot does not hold, whoever wrote it; `takenSeq` is the number of
   * the last record that it holds. Null if the number of the newest stored record is unknown.
   */
  waiting(takenSeq: number): number | null;
  ends(): ReadonlyMap<string, number>;
}

/**
 * `newestSeq` is the number of the newest record when the instance starts, or null if it could not be read. Record
 * numbers have no gaps, so that counting what is stored tells the number of the newest record from then on.
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
      const begunMs = elapsedMs();
      const end = await build();
      lastMs = elapsedMs() - begunMs;
      ends.set(end, (ends.get(end) ?? 0) + 1);
      return end;
    },
    lastS: () => (lastMs === null ? null : lastMs / 1_000),
    // A snapshot may hold an upload whose answer is still on its way.
    waiting: (takenSeq) => (newest === null ? null : Math.max(0, newest - takenSeq)),
    ends: () => ends,
  };
}
