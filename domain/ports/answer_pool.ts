/**
 * Makes answers that take long, away from the thread that answers everything else. `Task` and `Reply` cross between
 * threads as copies.
 */
export interface AnswerPool<Task, Reply> {
  /**
   * Returns the reply to `task`. While no thread of the pool runs, calls `makeHere` instead, on the calling thread, one
   * call at a time, and returns what that makes. Returns null if the task could not be started in time or its thread ended: the client is told to
   * ask again. Rejects if `makeHere` rejects.
   */
  run<Here>(client: string, task: Task, makeHere: () => Promise<Here>): Promise<Reply | Here | null>;
  load(): PoolLoad;
}

/** How busy a pool is. */
export interface PoolLoad {
  /** Threads that run. */
  readonly threads: number;
  /** Tasks in hand. */
  readonly running: number;
  /** Tasks that wait to be started. */
  readonly waiting: number;
  /** Tasks that could not be started in time, since the start of the process. */
  readonly refused: number;
  /** Milliseconds since the last of them was refused, or null before the first. */
  readonly sinceRefusedMs: number | null;
}
