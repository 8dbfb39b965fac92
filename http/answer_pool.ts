import { type ClosablePool, createAnswerPool, POOL_BOUNDS } from '../adapters/answer_pool/pool.ts';
import { startPoolThread } from '../adapters/answer_pool/thread.ts';
import { systemStopwatch } from '../adapters/clock.ts';
import type { Log } from '../domain/ports/log.ts';
import type { AnswerReply, AnswerTask } from './answers/task.ts';
import type { Settled } from './deps.ts';

/** Data that a pool thread is started with. */
export interface AnswerThreadSettings {
  readonly config: Settled;
  /** Id of the data folder. */
  readonly folderId: string | null;
}

/** Creates the thread pool that computes an instance's expensive answers. */
export function createInstancePool(settings: AnswerThreadSettings, log: Log): ClosablePool<AnswerTask, AnswerReply> {
  const entry = new URL('./answer_thread.ts', import.meta.url);
  return createAnswerPool({
    startThread: () => startPoolThread<AnswerTask, AnswerReply>(entry, settings, log),
    stopwatch: systemStopwatch,
    log,
    bounds: POOL_BOUNDS,
  });
}
