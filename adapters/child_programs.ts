import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { FOLDER_ENV } from './data_folder/open_folder.ts';
import { locateFile } from './program_files.ts';
import { GARBAGE_ARGS, START_ARGS } from './runtime_args.ts';

/**
 * Each of these functions runs one of this project's programs as a child process on an instance's data folder, so that
 * no request has to wait for it. `signal` asks the program to finish its current step and exit; a killed program loses
 * no data.
 */

/** Outcome of a builder run: it finished, a signal stopped it, or it failed and wrote a sentence to standard error. */
type BuilderOutcome = 'done' | 'stopped' | 'failed';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs `npm run job -- snapshot`, which lowers its own priority. If the parent dies, the builder finishes its run.
 * `folderId` is the id of the data folder (adapters/data_folder/data_dir.ts); the builder refuses to work on any other
 * folder.
 */
export function createBuilder(folderId: string | null, env: Environment = process.env) {
  return {
    run: async (signal: AbortSignal): Promise<BuilderOutcome> => {
      const code = await runProgram(['main.ts', 'snapshot', '--quiet'], { folderId, env, graceMs: 20_000 }, signal);
      if (code === 0) return 'done';
      return signal.aborted ? 'stopped' : 'failed';
    },
  };
}

/** The publisher has its own timeouts. This one catches a publisher that hangs in spite of them. */
const PUBLISHER_TIMEOUT_MS = 65 * 60_000;

/** Copies the newest snapshot to a libSQL server (TW_PUBLISH_URL). `run` returns whether the server was updated. */
export function createPublisher(folderId: string | null, env: Environment = process.env) {
  // The grace period is short because the server rolls back everything that a killed publisher had sent.
  const options = { folderId, env, graceMs: 2_000, limitMs: PUBLISHER_TIMEOUT_MS };
  return { run: async (signal: AbortSignal) => (await runProgram(['publisher.ts'], options, signal)) === 0 };
}

/**
 * A hung sync is killed after this time, because the sync library has no timeout. Fetching a large database from
 * scratch takes minutes.
 */
const SYNC_TIMEOUT_MS = 15 * 60_000;

/** Command-line argument that requests a check of every row. */
export const CHECK_ARGUMENT = 'check';

/** Updates an edge's copy from the libSQL server (TW_SYNC_URL). */
export function createReplicator(folderId: string | null, env: Environment = process.env, limitMs = SYNC_TIMEOUT_MS) {
  return {
    /** Updates the copy once and returns whether that succeeded. If `checks` is set, also checks every row. */
    run: async (signal: AbortSignal, checks: boolean): Promise<boolean> => {
      const args = ['replicator.ts', ...(checks ? [CHECK_ARGUMENT] : [])];
      // The grace period is short because a process does not handle signals during a sync.
      return (await runProgram(args, { folderId, env, graceMs: 1_000, limitMs }, signal)) === 0;
    },
  };
}

interface ProgramOptions {
  /** The id that the data folder must have, or null to skip the check. */
  readonly folderId: string | null;
  readonly env: Environment;
  /** Time between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** Time until SIGTERM is sent. By default there is no limit. */
  readonly limitMs?: number;
}

/**
 * Runs a program from `jobs/`, which inherits our standard error. Returns its exit code, or null if a signal ended it.
 */
async function runProgram(
  [program, ...args]: readonly string[],
  { folderId, env, graceMs, limitMs }: ProgramOptions,
  signal: AbortSignal,
): Promise<number | null> {
  if (signal.aborted) return null;
  const child = spawn(process.execPath, [...listRuntimeArgs(), fileURLToPath(locateFile(`jobs/${program}`)), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: folderId === null ? { ...env } : { ...env, [FOLDER_ENV]: folderId },
  });
  let killer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(killer);
    child.kill('SIGTERM');
    killer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  };
  signal.addEventListener('abort', stop, { once: true });
  const limit = limitMs === undefined ? undefined : setTimeout(stop, limitMs);
  try {
    return await waitForExit(child);
  } finally {
    signal.removeEventListener('abort', stop);
    clearTimeout(limit);
    clearTimeout(killer);
  }
}

function listRuntimeArgs(): readonly string[] {
  return 'Deno' in globalThis
    ? ['run', '-A', `--v8-flags=${GARBAGE_ARGS.join(',')}`]
    : [...GARBAGE_ARGS, ...START_ARGS];
}

function waitForExit(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code));
  });
}
