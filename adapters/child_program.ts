import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { FOLDER_ENV } from './data_folder/open_folder.ts';
import { EARLY_COLLECTION_ARGS, TYPESCRIPT_ARGS } from './runtime_args.ts';

/** Options for running one of this project's programs on an instance's data folder. */
export interface ProgramOptions {
  /** The id that the data folder must have, or null to skip the check. */
  readonly folderId: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Time between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** Time until SIGTERM is sent. By default there is no limit. */
  readonly limitMs?: number;
}

/** Runs a program as a child process with our standard error. Returns its exit code, or null if a signal ended it. */
export async function runProgram(
  args: readonly string[],
  { folderId, env, graceMs, limitMs }: ProgramOptions,
  signal: AbortSignal,
): Promise<number | null> {
  const child = spawn(process.execPath, [...runtimeArgs(), ...args], {
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

function runtimeArgs(): readonly string[] {
  return 'Deno' in globalThis
    ? ['run', '-A', `--v8-flags=${EARLY_COLLECTION_ARGS.join(',')}`]
    : [...EARLY_COLLECTION_ARGS, ...TYPESCRIPT_ARGS];
}

function waitForExit(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code));
  });
}
