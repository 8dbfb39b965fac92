import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runProgram } from './child_program.ts';

/** What copies the newest snapshot to a libSQL server (TW_PUBLISH_URL). */
export interface Publisher {
  /** Copies once; false where the server could not be brought up. */
  run(signal: AbortSignal): Promise<boolean>;
}

/** The program has deadlines of its own; this one holds where it hangs all the same. */
const LIMIT_MS = 65 * 60_000;
/** The server takes back what a killed publisher sent. */
const GRACE_MS = 2_000;

const PUBLISHER_MAIN = fileURLToPath(new URL('../jobs/publisher.ts', import.meta.url));

/** Runs `jobs/publisher.ts` as a child, so that neither the builder nor who answers waits for a network. */
export function createPublisher(
  folderId: string | null,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Publisher {
  return {
    run: async (signal) => {
      if (signal.aborted) return false;
      return (
        (await runProgram([PUBLISHER_MAIN], { folderId, env, graceMs: GRACE_MS, limitMs: LIMIT_MS }, signal)) === 0
      );
    },
  };
}
