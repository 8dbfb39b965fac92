import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { START_ARGS } from '../../adapters/runtime_args.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the arguments with which this runtime starts one of the project's programs. */
export function programArgs(file: string, ...args: string[]): string[] {
  return 'Deno' in globalThis ? ['run', '-A', '--no-check', file, ...args] : [...START_ARGS, file, ...args];
}

/** The real service as its own process, running on a data folder. */
export interface Instance {
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  /** Returns everything that the instance has logged so far. */
  log(): string;
  /** Stops the instance as an operator would and returns its exit code. */
  stop(): Promise<number | null>;
  /** Kills the instance and its builder, as a crash would. */
  kill(): Promise<void>;
}

export interface InstanceOptions {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The instance counts as started once this path answers 200. */
  readonly readyPath?: string;
  /** Maximum number of files and connections that the process may have open. Defaults to the limit of this process. */
  readonly descriptorsMax?: number;
  /** Another URL to wait for instead of `readyPath`, for an instance that must not receive requests while it starts. */
  readonly readyUrl?: string;
}

/**
 * Starts the service and waits until it answers. Unless `env` says otherwise, hourly limits are off and snapshots are
 * only written when the test asks for them.
 */
export async function startInstance({
  dataDir,
  env = {},
  readyPath = '/api/health',
  descriptorsMax,
  readyUrl,
}: InstanceOptions): Promise<Instance> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = [process.execPath, ...programArgs('http/main.ts')];
  const [file = '', ...args] =
    descriptorsMax === undefined ? program : ['sh', '-c', `ulimit -n ${descriptorsMax} && exec "$@"`, 'sh', ...program];
  const child = spawn(file, args, {
    cwd: TOP,
    env: instanceEnv(dataDir, { TW_PORT: String(port), TW_PUBLIC_URL: `http://localhost:${port}`, ...env }),
    stdio: ['ignore', 'ignore', 'pipe'],
    // The program gets its own process group, so that a kill includes the builder.
    detached: true,
  });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const deadline = performance.now() + 60_000;
  // A connection that fails costs more than a look into the log.
  const logsEvents = ['json', 'debug'].includes(instanceEnv(dataDir, env)['TW_LOG']!);
  const isListening = (): boolean => !logsEvents || log.includes('"instance.listening"');
  let pauseMs = 20;
  while (!isListening() || !(await answers(readyUrl ?? url + readyPath))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      killGroup(child);
      throw new Error(`the instance did not start: ${log.slice(-2000)}`);
    }
    await sleep(pauseMs);
    if (isListening()) pauseMs = Math.min(pauseMs * 1.5, 200);
  }
  return {
    port,
    url,
    pid: child.pid!,
    log: () => log,
    stop: async () => {
      // Killed by process id: after child.kill, Deno reports the signal instead of the exit code.
      process.kill(child.pid!, 'SIGTERM');
      return await exited;
    },
    kill: async () => {
      killGroup(child);
      await exited;
    },
  };
}

/** Returns the environment of a program under test. */
export function instanceEnv(dataDir: string, env: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    TW_DATA_DIR: dataDir,
    TW_LOG: 'json',
    TW_LIMITS: 'off',
    TW_SNAPSHOT_INTERVAL_S: '86400',
    ...env,
  };
}

export interface JobRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run job -- …` to its end. */
export function runJob(
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<JobRun> {
  return runToEnd(programArgs('jobs/main.ts', ...args), { cwd: TOP, env: instanceEnv(dataDir, env) });
}

/**
 * Starts an instance that is expected to exit by itself, because it refuses to run. An instance that does not exit is
 * stopped after a timeout.
 */
export function startThatEnds(dataDir: string, env: Readonly<Record<string, string>>): Promise<JobRun> {
  return runToEnd(programArgs('http/main.ts'), {
    cwd: TOP,
    env: instanceEnv(dataDir, { TW_PORT: '0', ...env }),
    timeout: 30_000,
  });
}

/** Runs a program to its end. */
export function runToEnd(
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'timeout'>,
): Promise<JobRun> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

function killGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Returns whether a URL answers 200 now. */
export async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** Returns a loopback port that was free just now. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Runs `work` in a fresh folder that is removed afterwards. */
export async function inTempDir<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'third-witness-'));
  try {
    return await work(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
