import type { Stopwatch } from '../domain/ports/clock.ts';
import type { Log } from '../domain/ports/log.ts';
import { elapsed } from './elapsed.ts';

export interface Schedule {
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
  readonly log: Log;
}

/** After a failed run the next comes no later than this, so that a snapshot follows soon when storage is back. */
const RETRY_S = 30;

/** Runs the builder on its interval, first at once, never two at a time (TW_SNAPSHOT_INTERVAL_S). */
export const startSchedule = ({ intervalS, run, stopwatch, log }: ScheduleOptions): Schedule => {
  const stopping = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const startedMs = stopwatch.elapsedMs();
      const succeeded = await attempt(run, stopping.signal, log);
      const nextInS = succeeded ? intervalS : Math.min(intervalS, RETRY_S);
      await elapsed(startedMs + nextInS * 1000 - stopwatch.elapsedMs(), stopping.signal);
    }
  };
  const looping = loop();
  return {
    stop: async () => {
      stopping.abort();
      await looping;
    },
  };
};

const attempt = async (run: ScheduleOptions['run'], signal: AbortSignal, log: Log): Promise<boolean> => {
  try {
    return await run(signal);
  } catch (error) {
    log.error('schedule.run_failed', {}, error);
    return false;
  }
};
