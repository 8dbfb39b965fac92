import type { Stopwatch } from '../../ports/clock.ts';

/** If attempts keep failing for this long without a Retry-After, the piece is left for a later run. */
const SILENT_MAX_MS = 120_000;
/** Minimum number of attempts, since a single request may take longer than SILENT_MAX_MS. */
const TRIES_MIN = 2;
/** Maximum number of delays that an instance may request. A busy instance requests one every half minute. */
const ASKED_MAX = 120;
const WAIT_FIRST_S = 1;
const WAIT_MAX_S = 60;
/** Longest delay that is accepted. Rate limits are per hour, so an instance has no reason to request a longer one. */
const ASKED_WAIT_MAX_S = 2 * 3600;

/** Decides how long to wait before a piece is sent again. */
export interface RetryPolicy {
  /**
   * Returns how many seconds to wait before the next attempt, or null to give up. `begunMs` is when the failed attempt
   * started; `afterS` is the delay requested by the instance, or null if it requested none.
   */
  waitS(begunMs: number, afterS: number | null): number | null;
}

export function createRetryPolicy({ elapsedMs }: Stopwatch): RetryPolicy {
  let silent: { readonly sinceMs: number; tries: number } | null = null;
  let asked = 0;
  return {
    waitS: (begunMs, afterS) => {
      if (afterS !== null) {
        silent = null;
        return ++asked >= ASKED_MAX || afterS > ASKED_WAIT_MAX_S ? null : Math.max(1, afterS);
      }
      silent ??= { sinceMs: begunMs, tries: 0 };
      silent.tries++;
      if (silent.tries >= TRIES_MIN && elapsedMs() - silent.sinceMs >= SILENT_MAX_MS) return null;
      return Math.min(WAIT_MAX_S, WAIT_FIRST_S * 2 ** (silent.tries - 1));
    },
  };
}
