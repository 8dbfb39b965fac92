import type { Clock, Stopwatch } from '../domain/ports/clock.ts';
import type { LastPoll, ReplicationState } from '../domain/ports/primary.ts';
import { DAY_MS } from '../domain/values/instant.ts';

export interface FollowerOptions {
  /** Updates the copy once and returns whether it succeeded. With `checks`, also scans the whole copy for damage. */
  readonly bringUp: (signal: AbortSignal, checks: boolean) => Promise<boolean>;
  /** Whether no read so far has found damage in the copy. */
  readonly isReadable: () => boolean;
  /** Reloads the copy and returns whether it is readable. */
  readonly refresh: () => Promise<boolean>;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
}

/** Keeps the copy up to date with the libSQL server. A schedule calls `run`. */
export interface Follower extends ReplicationState {
  run(signal: AbortSignal): Promise<boolean>;
}

/** A disk can damage the copy silently, so the whole copy is checked once a day. */
const CHECK_INTERVAL_MS = DAY_MS;

/** Each run updates and reloads the copy. It also checks the copy if it is unreadable or was last checked a day ago. */
export function createFollower({ bringUp, isReadable, refresh, clock, stopwatch }: FollowerOptions): Follower {
  let last: LastPoll | null = null;
  let checkedMs: number | null = null;
  let readable = true;
  return {
    run: async (signal) => {
      const startedMs = stopwatch.elapsedMs();
      const checks = !readable || !isReadable() || checkedMs === null || startedMs - checkedMs >= CHECK_INTERVAL_MS;
      const upToDate = await bringUp(signal, checks);
      if (upToDate && checks) checkedMs = startedMs;
      if (!signal.aborted) last = { upToDate, atMs: clock.nowMs() };
      readable = await refresh();
      return upToDate;
    },
    lastLook: () => last,
  };
}
