import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { FOLDER_ENV } from './data_folder/open_folder.ts';
import { COLLECTS_EARLY, READS_TYPESCRIPT } from './runtime_args.ts';

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
export const createBuilder = (
  folderId: string | null,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Builder => ({
  run: async (signal) => {
    if (signal.aborted) return 'stopped';
    const code = await runProgram([JOBS_MAIN, 'snapshot', '--quiet'], { folderId, env, graceMs: GRACE_MS }, signal);
    if (code === 0) return 'done';
    return signal.aborted ? 'stopped' : 'failed';
  },
});

/** How a program of this project is run on the data folder of an instance. */
export interface ProgramOptions {
  readonly folderId: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** From being asked to end to being killed. */
  readonly graceMs: number;
}

/** Runs a program as a child, whose log goes to this process' standard error, and answers its exit code. */
export const runProgram = async (
  args: readonly string[],
  { folderId, env, graceMs }: ProgramOptions,
  signal: AbortSignal,
): Promise<number | null> => {
  const child = spawn(process.execPath, [...runtimeArgs(), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: folderId === null ? { ...env } : { ...env, [FOLDER_ENV]: folderId },
  });
  let killer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    child.kill('SIGTERM');
    killer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await ended(child);
  } finally {
    signal.removeEventListener('abort', stop);
    clearTimeout(killer);
  }
};

const runtimeArgs = (): readonly string[] =>
  'Deno' in globalThis
    ? ['run', '-A', `--v8-flags=${COLLECTS_EARLY.join(',')}`]
    : [...COLLECTS_EARLY, ...READS_TYPESCRIPT];

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code));
  });
