import { availableParallelism } from 'node:os';

/** Limits of a pool. Tests use smaller ones. */
export interface PoolBounds {
  readonly threadsMax: number;
  /** Maximum number of tasks in flight per thread. With two, the next task is already there when the first is done. */
  readonly tasksPerThread: number;
  readonly waitingMax: number;
  /** A task that has waited this long is refused. */
  readonly startWithinMs: number;
  /** A thread that has been idle for this long is closed, because it takes memory and most instances are quiet. */
  readonly idleMs: number;
  /**
   * The first thread is started once tasks have taken this much more than a fifth of the calling thread's time. If null,
   * tasks never run on the calling thread, and the first thread is started for the first task.
   */
  readonly hereMsMax: number | null;
  /** After a thread dies, no new thread is started for this long. */
  readonly restartAfterMs: number;
}

/** More threads than this would only compete for the same disk and memory. */
const POOL_THREADS_MAX = 4;

export const POOL_BOUNDS = {
  // Leave one processor for the thread that answers all other requests.
  threadsMax: Math.max(1, Math.min(POOL_THREADS_MAX, availableParallelism() - 1)),
  tasksPerThread: 2,
  waitingMax: 2000,
  startWithinMs: 2000,
  idleMs: 60000,
  hereMsMax: 100,
  restartAfterMs: 5000,
} satisfies PoolBounds;

/** Bounds for tasks that take up to a second: one at a time, away from the threads that others wait for. */
export const LONG_TASK_BOUNDS: PoolBounds = {
  ...POOL_BOUNDS,
  threadsMax: 1,
  tasksPerThread: 1,
  waitingMax: 50,
  startWithinMs: 45000,
  hereMsMax: null,
};
