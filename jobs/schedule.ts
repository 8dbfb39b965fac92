import type { Stopwatch } from '../domain/ports/clock.ts';
import type { Log } from '../domain/ports/log.ts';

export interface JobSchedule {
  /** Starts the next run now, or as soon as the current run, or the delay after a failed publication, has ended. */
  wake(): void;
  /** Asks the current run to stop after its current step and waits for it to end. No run starts afterwards. */
  stop(): Promise<void>;
}

export interface ScheduleOptions {
  /**
   * Seconds from the start of one run to the start of the next. If a run takes longer, the next one starts immediately.
   */
  readonly intervalS: number;
  /** Performs one run and returns whether it succeeded. The run ends early when the signal is aborted. */
  readonly run: (signal: AbortSignal) => Promise<boolean>;
  /** A stopwatch rather than a clock, because setting a clock back would delay the next run. */
  readonly stopwatch: Stopwatch;
  /** Seconds to wait after the first of several consecutive failures. */
  readonly retryS?: number;
  readonly log: Log;
}

/**
 * Seconds before a failed run is retried. The delay is short so that a snapshot follows soon after storage becomes
 * available again. Each further failure doubles the delay, up to the interval. Without the doubling, a rebuild that
 * does not fit on the disk would fill the disk again and again.
 */
const RETRY_S = 30;

/** Runs the builder immediately and then at the interval of TW_SNAPSHOT_INTERVAL_S. Runs do not overlap. */
export function startSchedule({ intervalS, run, stopwatch, log, retryS = RETRY_S }: ScheduleOptions): JobSchedule {
  const stopping = new AbortController();
  let wake = (): void => {};
  const loop = async (): Promise<void> => {
    let failedS = retryS;
    while (!stopping.signal.aborted) {
      const woken = new AbortController();
      wake = () => woken.abort();
      const startedMs = stopwatch.elapsedMs();
      const succeeded = await attemptRun('schedule.run_failed', run, stopping.signal, log);
      const nextInS = succeeded ? intervalS : Math.min(intervalS, failedS);
      failedS = succeeded ? retryS : nextInS * 2;
      await waitForDuration(startedMs + nextInS * 1000 - stopwatch.elapsedMs(), woken.signal);
    }
  };
  const looping = loop();
  return {
    wake: () => wake(),
    stop: async () => {
      stopping.abort();
      wake();
      await looping;
    },
  };
}

export interface PublishingOptions {
  /** Copies the newest snapshot to the server and returns whether it succeeded. */
  readonly run: (signal: AbortSignal) => Promise<boolean>;
  readonly log: Log;
  /** Delay after the first failure, and the maximum delay. Each further failure doubles the delay. */
  readonly retryMs?: { readonly first: number; readonly most: number };
}

const RETRY_DELAYS_MS = { first: 5_000, most: 600_000 };

/** Publishes after each snapshot. Runs do not overlap: the next run publishes snapshots written during this one. */
export function startPublishing({ run, log, retryMs = RETRY_DELAYS_MS }: PublishingOptions): JobSchedule {
  const stopping = new AbortController();
  let wanted = false;
  let wakeUp = (): void => {};
  const woken = (): Promise<void> =>
    new Promise((resolve) => {
      wakeUp = resolve;
      if (wanted || stopping.signal.aborted) resolve();
    });
  const loop = async (): Promise<void> => {
    let waitMs = retryMs.first;
    for (;;) {
      await woken();
      if (stopping.signal.aborted) return;
      wanted = false;
      if (await attemptRun('publish.run_failed', run, stopping.signal, log)) {
        waitMs = retryMs.first;
        continue;
      }
      wanted = true;
      await waitForDuration(waitMs, stopping.signal);
      waitMs = Math.min(waitMs * 2, retryMs.most);
    }
  };
  const looping = loop();
  return {
    wake: () => {
      wanted = true;
      wakeUp();
    },
    stop: async () => {
      stopping.abort();
      wakeUp();
      await looping;
    },
  };
}

async function attemptRun(
  failedEvent: string,
  run: ScheduleOptions['run'],
  signal: AbortSignal,
  log: Log,
): Promise<boolean> {
  try {
    return await run(signal);
  } catch (error) {
    log.error(failedEvent, {}, error);
    return false;
  }
}

/** Resolves after `ms` milliseconds, or earlier if the signal is aborted. */
function waitForDuration(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.max(0, ms));
    signal.addEventListener('abort', done);
  });
}
