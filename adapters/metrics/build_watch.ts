import type { Stopwatch } from '../../domain/ports/clock.ts';

/** Follows the builders that an instance starts, and what waits for them. */
export interface BuildWatch {
  /** So many records were stored. */
  stored(count: number): void;
  /** Runs a builder and notes how it ended and how long it took. */
  run<End extends string>(build: () => Promise<End>): Promise<End>;
  /** Null: none has ended yet. */
  lastS(): number | null;
  /** Records stored since the last builder that took everything in began; null: none has ended so yet. */
  waiting(): number | null;
  ends(): ReadonlyMap<string, number>;
}

/** The end of a builder that has taken in whatever was there when it began. */
const CAUGHT_UP = 'done';

export const createBuildWatch = ({ elapsedMs }: Stopwatch): BuildWatch => {
  const ends = new Map<string, number>();
  let stored = 0;
  let taken: number | null = null;
  let lastMs: number | null = null;
  return {
    stored: (count) => {
      stored += count;
    },
    run: async (build) => {
      const [begunMs, storedBefore] = [elapsedMs(), stored];
      const end = await build();
      lastMs = elapsedMs() - begunMs;
      ends.set(end, (ends.get(end) ?? 0) + 1);
      if (end === CAUGHT_UP) taken = storedBefore;
      return end;
    },
    lastS: () => (lastMs === null ? null : lastMs / 1_000),
    waiting: () => (taken === null ? null : stored - taken),
    ends: () => ends,
  };
};
