import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runProgram } from './child_program.ts';

/** What brings an edge's copy to what the libSQL server shows (TW_SYNC_URL). */
export interface Replicator {
  /** Does it once; false where it failed. `checks`: reads the copy that is served whole, too. */
  run(signal: AbortSignal, checks: boolean): Promise<boolean>;
}

/** A sync that hangs is killed: its library knows no deadline. All of a large database takes its time. */
const LIMIT_MS = 15 * 60_000;
/** A process in the middle of a sync hears no signal. */
const GRACE_MS = 1_000;

const REPLICATOR_MAIN = fileURLToPath(new URL('../jobs/replicator.ts', import.meta.url));

/** The argument that asks for the whole check. */
export const CHECKS = 'check';

/** Runs `jobs/replicator.ts` as a child, so that whoever answers never waits for a sync. */
export function createReplicator(
  folderId: string | null,
  env: Readonly<Record<string, string | undefined>> = process.env,
  limitMs = LIMIT_MS,
): Replicator {
  return {
    run: async (signal, checks) => {
      if (signal.aborted) return false;
      const args = [REPLICATOR_MAIN, ...(checks ? [CHECKS] : [])];
      return (await runProgram(args, { folderId, env, graceMs: GRACE_MS, limitMs }, signal)) === 0;
    },
  };
}
