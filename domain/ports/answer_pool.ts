/**
 * Builds slow answers on other threads than the one that serves requests. `Task` and `Reply` are copied between
 * threads.
 */
export interface AnswerPool<Task, Reply> {
  /**
   * Returns the reply to `task`. While no thread of the pool is running, calls `makeHere` on the calling thread
   * instead, one call at a time, and returns its result. Returns null if the task could not be started in time or its
   * thread ended; the client is then asked to retry. Rejects if `makeHere` rejects.
   */
  run<Here>(client: string, task: Task, makeHere: () => Promise<Here>): Promise<Reply | Here | null>;
  load(): PoolLoad;
}

/** Load of a pool. */
export interface PoolLoad {
  /** Running threads. */
  readonly threads: number;
  /** Tasks in progress. */
  readonly running: number;
  /** Queued tasks. */
  readonly waiting: number;
  /** Tasks that could not be started in time, since the process started. */
  readonly refused: number;
  /** Milliseconds since the last refused task, or null before the first. */
  readonly sinceRefusedMs: number | null;
}
