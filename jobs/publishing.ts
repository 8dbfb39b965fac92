import type { Log } from '../domain/ports/log.ts';
import { elapsed } from './elapsed.ts';

export interface Publishing {
  /** A snapshot may be new: it is published soon, or as soon as the wait after a failure is over. */
  wake(): void;
  /** Asks the publisher in hand to end and waits for it. None starts after it. */
  stop(): Promise<void>;
}

export interface PublishingOptions {
  /** Brings the server up to the newest snapshot; false where that failed. */
  readonly run: (signal: AbortSignal) => Promise<boolean>;
  readonly log: Log;
  /** After the first failure, and at most; each further failure doubles the wait. */
  readonly retryMs?: { readonly first: number; readonly most: number };
}

const RETRY_MS = { first: 5_000, most: 600_000 };

/** Publishes after each snapshot, never two at a time; what waits meanwhile is published together. */
export function startPublishing({ run, log, retryMs = RETRY_MS }: PublishingOptions): Publishing {
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
