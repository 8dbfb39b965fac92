/** Replication state of an edge, for its health answer. */
export interface ReplicationState {
  /** Returns the result of the last check of the libSQL server, or null if none finished since the start. */
  lastLook(): LastPoll | null;
}

export interface LastPoll {
  /** True if the served copy was up to date with the server after this check. */
  readonly upToDate: boolean;
  readonly atMs: number;
}
