/** Replication state of an edge, for its health answer. */
export interface FollowingState {
  /** Returns the result of the last check of the libSQL server, or null if none has ended since the start. */
  lastLook(): LastLook | null;
}

export interface LastLook {
  /** True if the served copy was up to date with the server after the check. */
  readonly upToDate: boolean;
  readonly atMs: number;
}
