import type { Stopwatch } from '../../ports/clock.ts';

/** How long an instance may be silent, or fail without saying when to come back: then the piece is left for later. */
const SILENT_MAX_MS = 120_000;
/** One request may take that long by itself. */
const TRIES_MIN = 2;
/** How often an instance may ask to wait, which a busy one does every half minute. */
const ASKED_MAX = 120;
const WAIT_FIRST_S = 1;
const WAIT_MAX_S = 60;
/** An instance counts by the hour: whoever asks for more is not waited for. */
const ASKED_WAIT_MAX_S = 2 * 3600;

/** Says how long to wait before a piece is sent once more. */
export interface Patience {
  /**
   * `begunMs`: when the try began that failed; `afterS`: how long the instance asks to wait, null where it does not say.
   * Seconds; null where it is not worth waiting any longer.
   */
  waitS(begunMs: number, afterS: number | null): number | null;
}

export function createPatience({ elapsedMs }: Stopwatch): Patience {
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
