/** Builds slow answers on other threads. `Task` and `Reply` are copied between threads. */
export interface AnswerPool<Task, Reply> {
  /**
   * Returns the reply to `task`. If no thread of the pool is running, calls `makeHere` on the calling thread, one call
   * at a time, and returns its result. If `makeHere` is null, the task takes long: it waits for a thread of its own kind.
   * Returns null if the task could not be started in time or its thread ended, in which case the client is asked to
   * retry. Rejects if `makeHere` rejects.
   */
  run<Here>(client: string, task: Task, makeHere: (() => Promise<Here>) | null): Promise<Reply | Here | null>;
  load(): PoolLoad;
}

export interface PoolLoad {
  readonly threads: number;
  readonly running: number;
  readonly waiting: number;
  readonly refused: number;
  /** Milliseconds since a task was last refused, or null if none ever was. */
  readonly sinceRefusedMs: number | null;
}
