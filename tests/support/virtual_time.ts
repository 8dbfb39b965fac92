/** Time that passes only when a test says so. Timers set with `setTimeout` meanwhile belong to it. */
export interface VirtualTime {
  /** Milliseconds that have passed. */
  nowMs(): number;
  /** Lets time pass, one millisecond after another, so that timers set by what runs meanwhile are kept too. */
  pass(ms: number): Promise<void>;
}

const { clearTimeout, setImmediate, setTimeout } = globalThis;

/**
 * Runs `work` in virtual time, so that a busy machine changes nothing about it. The mocked timers of Node 20.12 fail when
 * a timer sets the next one.
 */
export async function inVirtualTime<T>(work: (time: VirtualTime) => Promise<T>): Promise<T> {
  let [nowMs, timersSet] = [0, 0];
  const timers = new Map<number, { readonly dueMs: number; readonly run: () => void }>();
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const runDue = async (): Promise<void> => {
    for (const [id, { dueMs, run }] of timers) {
      if (dueMs > nowMs || !timers.delete(id)) continue;
      run();
      await settle();
    }
  };
  const set = (run: () => void, ms = 0): number => {
    timers.set(++timersSet, { dueMs: nowMs + Math.max(1, ms), run });
    return timersSet;
  };
  Object.assign(globalThis, { setTimeout: set, clearTimeout: (id: number) => timers.delete(id) });
  try {
    const pass = async (ms: number): Promise<void> => {
      await settle();
      for (const end = nowMs + ms; nowMs < end; ) {
        nowMs++;
        await runDue();
      }
    };
    return await work({ nowMs: () => nowMs, pass });
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
  }
}

/** Resolves after `ms` milliseconds of the time in which it is called. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => globalThis.setTimeout(resolve, ms));
}
