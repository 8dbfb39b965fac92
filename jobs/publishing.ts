import type { Log } from '../domain/ports/log.ts';
import { elapsed } from './elapsed.ts';

export interface PublishSchedule {
  /** Publishes the newest snapshot now, or once the current run or retry delay has ended. */
  wake(): void;
  /** Asks the current run to stop and waits for it. No run starts afterwards. */
  stop(): Promise<void>;
}

export interface PublishingOptions {
  /** Copies the newest snapshot to the server and returns whether it succeeded. */
  readonly run: (signal: AbortSignal) => Promise<boolean>;
  readonly log: Log;
  /** Delay after the first failure, and the maximum delay. Each further failure doubles the delay. */
  readonly retryMs?: { readonly first: number; readonly most: number };
}

const RETRY_MS = { first: 5_000, most: 600_000 };

/** Publishes after each snapshot. Runs do not overlap: the next run publishes snapshots written during this one. */
export function startPublishing({ run, log, retryMs = RETRY_MS }: PublishingOptions): PublishSchedule {
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
      if (await attempt(run, stopping.signal, log)) {
        waitMs = retryMs.first;
        continue;
      }
      wanted = true;
      await elapsed(waitMs, stopping.signal);
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

async function attempt(run: PublishingOptions['run'], signal: AbortSignal, log: Log): Promise<boolean> {
  try {
    return await run(signal);
  } catch (error) {
    log.error('publish.run_failed', {}, error);
    return false;
  }
}
