import { mock } from 'node:test';

/** Time that passes only when a test says so. Timers set with `setTimeout` meanwhile belong to it. */
export interface VirtualTime {
  /** Milliseconds that have passed. */
  nowMs(): number;
  /** Lets time pass, one millisecond after another, so that timers set by what runs meanwhile are kept too. */
  pass(ms: number): Promise<void>;
}

const { setImmediate } = globalThis;

/** Runs `work` in virtual time, so that a busy machine changes nothing about it. */
export async function inVirtualTime<T>(work: (time: VirtualTime) => Promise<T>): Promise<T> {
  let nowMs = 0;
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const pass = async (ms: number): Promise<void> => {
      await settle();
      for (const end = nowMs + ms; nowMs < end; ) {
        nowMs++;
        mock.timers.tick(1);
        await settle();
      }
    };
    return await work({ nowMs: () => nowMs, pass });
  } finally {
    mock.timers.reset();
  }
}

/** Resolves after `ms` milliseconds of the time in which it is called. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
