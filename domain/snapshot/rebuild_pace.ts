import type { Stopwatch } from '../ports/clock.ts';
import { DAY_MS } from '../values/instant.ts';

const FIRST_REBUILD_WAIT_MS = 10 * 60_000;

/**
 * Limits how often damage found by readers triggers a rebuild. The first rebuild may begin immediately. If it does not
 * help, perhaps because the disk is full, the next may begin ten minutes later, and the wait then doubles up to one
 * day. A day without a rebuild resets the wait.
 */
export function createRebuildPace({ elapsedMs }: Stopwatch) {
  let waitMs = FIRST_REBUILD_WAIT_MS;
  let begunMs: number | null = null;
  return {
    /** Returns whether a rebuild may begin now. If true, the rebuild counts as begun. */
    begin: (): boolean => {
      const nowMs = elapsedMs();
      const sinceMs = begunMs === null ? Number.POSITIVE_INFINITY : nowMs - begunMs;
      if (sinceMs < waitMs) return false;
      if (begunMs !== null) waitMs = Math.min(waitMs * 2, DAY_MS);
      if (sinceMs > DAY_MS) waitMs = FIRST_REBUILD_WAIT_MS;
      begunMs = nowMs;
      return true;
    },
  };
}
