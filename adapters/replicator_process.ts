import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runProgram } from './child_program.ts';

/** Updates an edge's copy from the libSQL server (TW_SYNC_URL). */
export interface Replicator {
  /** Updates the copy once and returns whether that succeeded. `checks` also checks every row of the served copy. */
  run(signal: AbortSignal, checks: boolean): Promise<boolean>;
}

/** A sync that hangs is killed: its library has no timeout. Fetching a large database from scratch takes minutes. */
const LIMIT_MS = 15 * 60_000;
/** Time between SIGTERM and SIGKILL. It is short because a process does not handle signals during a sync. */
const GRACE_MS = 1_000;

const REPLICATOR_MAIN = fileURLToPath(new URL('../jobs/replicator.ts', import.meta.url));

/** Command-line argument that requests a check of every row. */
export const CHECK_ARGUMENT = 'check';

/** Runs `jobs/replicator.ts` as a child process, so that requests never have to wait for a sync. */
export function createReplicator(
  folderId: string | null,
  env: Readonly<Record<string, string | undefined>> = process.env,
  limitMs = LIMIT_MS,
): Replicator {
  return {
    run: async (signal, checks) => {
      if (signal.aborted) return false;
      const args = [REPLICATOR_MAIN, ...(checks ? [CHECK_ARGUMENT] : [])];
      return (await runProgram(args, { folderId, env, graceMs: GRACE_MS, limitMs }, signal)) === 0;
    },
  };
}
