import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runProgram } from './child_program.ts';

/** How a builder ended: all taken in, stopped before that by a signal, or failed with a sentence on standard error. */
export type BuilderEnd = 'done' | 'stopped' | 'failed';

export interface Builder {
  /** Starts a builder and waits for its end. `signal` asks it to finish the step in hand and go. */
  run(signal: AbortSignal): Promise<BuilderEnd>;
}

/** How long a builder may take for the step in hand before it is killed, which costs no data. */
const GRACE_MS = 20_000;

const JOBS_MAIN = fileURLToPath(new URL('../jobs/main.ts', import.meta.url));

/**
 * Runs `npm run job -- snapshot` as a child, which lowers its own priority. Its log goes to this process' standard error. A builder whose parent dies finishes its run and ends.
 * `folderId`: the number of the data folder that it builds in (adapters/data_folder/folder_identity.ts); it touches no other.
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
