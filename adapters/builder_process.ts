import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runProgram } from './child_program.ts';

/** Outcome of a builder run: it finished, a signal stopped it, or it failed and wrote a sentence to standard error. */
export type BuilderEnd = 'done' | 'stopped' | 'failed';

export interface Builder {
  /** Starts a builder and waits until it exits. `signal` asks the builder to finish its current step and exit. */
  run(signal: AbortSignal): Promise<BuilderEnd>;
}

/** Time that a builder is given to finish its current step before it is killed. Killing it loses no data. */
const GRACE_MS = 20_000;

const JOBS_MAIN = fileURLToPath(new URL('../jobs/main.ts', import.meta.url));

/**
 * Runs `npm run job -- snapshot` as a child process, which lowers its own priority and logs to this process's standard
 * error. If the parent dies, the builder finishes its run. `folderId` is the id of the data folder
 * (adapters/data_folder/folder_identity.ts); the builder does not work on any other folder.
 */
export function createBuilder(
  folderId: string | null,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Builder {
  return {
    run: async (signal) => {
      if (signal.aborted) return 'stopped';
      const code = await runProgram([JOBS_MAIN, 'snapshot', '--quiet'], { folderId, env, graceMs: GRACE_MS }, signal);
      if (code === 0) return 'done';
      return signal.aborted ? 'stopped' : 'failed';
    },
  };
}
