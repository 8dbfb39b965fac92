import type { Stopwatch } from '../domain/ports/clock.ts';
import type { Log } from '../domain/ports/log.ts';
import { elapsed } from './elapsed.ts';

export interface Schedule {
  /** Starts the next run now, or as soon as the run in hand has ended. */
  wake(): void;
  /** Asks the run in hand to stop after its step, and waits for its end. No run starts after it. */
  stop(): Promise<void>;
}

export interface ScheduleOptions {
  /** From the start of one run to that of the next. A run that takes longer is followed by the next at once. */
  readonly intervalS: number;
  /** One run; `false` where it failed. It ends early when the signal is aborted. */
  readonly run: (signal: AbortSignal) => Promise<boolean>;
  /** Not a clock: one that is set back would put the next run off for as long. */
  readonly stopwatch: Stopwatch;
  /** The wait after the first of several failures. */
  readonly retryS?: number;
  readonly log: Log;
}

/**
 * A failed run is tried again this soon, so that a snapshot follows when storage is back. Each further failure doubles the
 * wait, up to the interval: a rebuild that the disk has no room for would otherwise fill it again and again.
 */
const RETRY_S = 30;

/** Runs the builder on its interval, first at once, never two at a time (TW_SNAPSHOT_INTERVAL_S). */
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
