import type { Stopwatch } from '../domain/ports/clock.ts';
import type { Log } from '../domain/ports/log.ts';
import { elapsed } from './elapsed.ts';

export interface Schedule {
  /** Starts the next run now, or as soon as the current run has ended. */
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
export function startSchedule({ intervalS, run, stopwatch, log, retryS = RETRY_S }: ScheduleOptions): Schedule {
  const stopping = new AbortController();
  let wake = (): void => {};
  const loop = async (): Promise<void> => {
    let failedS = retryS;
    while (!stopping.signal.aborted) {
      const woken = new AbortController();
      wake = () => woken.abort();
      const startedMs = stopwatch.elapsedMs();
      const succeeded = await attempt(run, stopping.signal, log);
      const nextInS = succeeded ? intervalS : Math.min(intervalS, failedS);
      failedS = succeeded ? retryS : nextInS * 2;
      await elapsed(startedMs + nextInS * 1000 - stopwatch.elapsedMs(), woken.signal);
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

async function attempt(run: ScheduleOptions['run'], signal: AbortSignal, log: Log): Promise<boolean> {
  try {
    return await run(signal);
  } catch (error) {
    log.error('schedule.run_failed', {}, error);
    return false;
  }
}
