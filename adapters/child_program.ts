import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { FOLDER_ENV } from './data_folder/open_folder.ts';
import { EARLY_COLLECTION_ARGS, TYPESCRIPT_ARGS } from './runtime_args.ts';

/** How a program of this project is run on the data folder of an instance. */
export interface ProgramOptions {
  readonly folderId: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** From being asked to end to being killed. */
  readonly graceMs: number;
  /** How long it may take before it is asked to end; absent: as long as it does. */
  readonly limitMs?: number;
}

/** Runs a program as a child, whose log goes to this process' standard error, and answers its exit code. */
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
    return await ended(child);
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

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code));
  });
}
