import type { Clock, Stopwatch } from '../domain/ports/clock.ts';
import type { LastPoll, ReplicationState } from '../domain/ports/replication.ts';
import { DAY_MS } from '../domain/values/instant.ts';

export interface FollowerOptions {
  /** Brings the copy up to the server once; false where that failed. `checks`: reads what is served whole, too. */
  readonly bringUp: (signal: AbortSignal, checks: boolean) => Promise<boolean>;
  /** Whether no read has met damage in the copy. */
  readonly isReadable: () => boolean;
  /** Has the copy looked at anew; false where it cannot be read. */
  readonly refresh: () => Promise<boolean>;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
}

/** Follows the libSQL server, for a schedule to run. */
export interface Follower extends ReplicationState {
  run(signal: AbortSignal): Promise<boolean>;
}

/** A copy on a disk may be damaged without a word, so it is read whole once a day. */
const CHECK_EVERY_MS = DAY_MS;

/** Looks at the server, then has what it brought read. What cannot be read, or was not looked into for a day, is checked. */
export function createFollower({ bringUp, isReadable, refresh, clock, stopwatch }: FollowerOptions): Follower {
  let last: LastPoll | null = null;
  let checkedMs: number | null = null;
  let readable = true;
  return {
    run: async (signal) => {
      const startedMs = stopwatch.elapsedMs();
      const checks = !readable || !isReadable() || checkedMs === null || startedMs - checkedMs >= CHECK_EVERY_MS;
      const upToDate = await bringUp(signal, checks);
      if (upToDate && checks) checkedMs = startedMs;
      if (!signal.aborted) last = { upToDate, atMs: clock.nowMs() };
      readable = await refresh();
      return upToDate;
    },
    lastLook: () => last,
  };
}
