import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runProgram } from './child_program.ts';

/** Copies the newest snapshot to a libSQL server (TW_PUBLISH_URL). */
export interface Publisher {
  /** Copies the snapshot once and returns whether the server was updated. */
  run(signal: AbortSignal): Promise<boolean>;
}

/** The program has its own timeouts. This one is for a program that hangs in spite of them. */
const LIMIT_MS = 65 * 60_000;
/** Time between SIGTERM and SIGKILL. It is short because the server rolls back whatever a killed publisher had sent. */
const GRACE_MS = 2_000;

const PUBLISHER_MAIN = fileURLToPath(new URL('../jobs/publisher.ts', import.meta.url));

/** Runs `jobs/publisher.ts` as a child process, so that no builder or request has to wait for the network. */
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
