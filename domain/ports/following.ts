/** How an edge keeps its copy up with the libSQL server, as health tells it. */
export interface FollowingState {
  /** How the last look at the server ended; null: none has ended since the start. */
  lastLook(): LastLook | null;
}

export interface LastLook {
  /** Whether what is served was, after it, what the server shows. */
  readonly upToDate: boolean;
  readonly atMs: number;
}
