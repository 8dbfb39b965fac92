/** Lets the player hold the sending up, go on, and give up. */
export interface Pause {
  readonly isHeld: () => boolean;
  hold(isHeld: boolean): void;
  giveUp(): void;
  /** Aborted when the player gives up. */
  readonly stop: AbortSignal;
  /** Waits so many seconds, and for as long as it is held; false once the player gave up. */
  goOnAfter(seconds: number): Promise<boolean>;
}

export function createPause(nowMs: () => number): Pause {
  const over = new AbortController();
  let held = false;
  let wake: () => void = () => {};

  const sleep = (ms: number | null): Promise<void> =>
    new Promise((resolve) => {
      const timer = ms === null ? undefined : setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  return {
    isHeld: () => held,
    hold: (isHeld) => {
      held = isHeld;
      wake();
    },
    stop: over.signal,
    giveUp: () => {
      over.abort();
      wake();
    },
    goOnAfter: async (seconds) => {
      const until = nowMs() + seconds * 1000;
      for (;;) {
        if (over.signal.aborted) return false;
        const leftMs = until - nowMs();
        if (!held && leftMs <= 0) return true;
        await sleep(held ? null : leftMs);
      }
    },
  };
}
