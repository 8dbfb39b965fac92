/** Lets the player pause, resume and cancel sending. */
export interface UploadPause {
  readonly isHeld: () => boolean;
  hold(isHeld: boolean): void;
  cancel(): void;
  /** Aborted when the player cancels. */
  readonly stop: AbortSignal;
  /**
   * Waits for the given number of seconds, and longer while the player pauses. Resolves to false if the player
   * cancelled.
   */
  wait(seconds: number): Promise<boolean>;
}

export function createPause(nowMs: () => number): UploadPause {
  const cancelled = new AbortController();
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
    stop: cancelled.signal,
    cancel: () => {
      cancelled.abort();
      wake();
    },
    wait: async (seconds) => {
      const until = nowMs() + seconds * 1000;
      for (;;) {
        if (cancelled.signal.aborted) return false;
        const leftMs = until - nowMs();
        if (!held && leftMs <= 0) return true;
        await sleep(held ? null : leftMs);
      }
    },
  };
}
