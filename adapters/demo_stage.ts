import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const TOP = fileURLToPath(new URL('../', import.meta.url));

/** An instance of the demo that answers. */
export interface DemoInstance {
  readonly url: string;
  /** Stops it as an operator would. */
  stop(): Promise<void>;
  /** Settles when it has ended, whoever ended it. */
  readonly ended: Promise<void>;
}

/**
 * What the demo is played on: a folder of its own that goes with it, and this project's own programs. They run with a
 * clock that is set back, so that two weeks pass in seconds.
 */
export interface DemoStage {
  readonly folder: string;
  /** Writes a file into the stage's folder and answers its path. */
  write(name: string, text: string): string;
  /** Starts an instance whose clock is `behindMs` behind, and waits until it answers. */
  start(behindMs: number): Promise<DemoInstance>;
  /** Runs a command as `npm run job -- …` does; throws with what it said where it failed. */
  job(behindMs: number, ...words: readonly string[]): Promise<void>;
  /** Removes the folder. */
  remove(): void;
}

export const openDemoStage = (): DemoStage => {
  const folder = mkdtempSync(join(tmpdir(), 'third-witness-demo-'));
  // The first instance chooses a free port, the others take it up.
  let port = process.env['TW_PORT'] ?? '0';
  const env = (behindMs: number): NodeJS.ProcessEnv => ({
    ...process.env,
    ...{ TW_PORT: port, TW_DATA_DIR: join(folder, 'data'), TW_LOG: 'json' },
    ...(behindMs === 0 ? {} : { NODE_OPTIONS: clockBehind(behindMs) }),
  });
  const program = (behindMs: number, file: string, words: readonly string[]): ChildProcess =>
    spawn(process.execPath, ['--import', 'tsx', file, ...words], {
      ...{ cwd: TOP, env: env(behindMs), stdio: ['ignore', 'ignore', 'pipe'] },
    });
  return {
    folder,
    write: (name, text) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    },
    start: async (behindMs) => {
      const instance = await listening(program(behindMs, 'http/main.ts', []));
      port = new URL(instance.url).port;
      return instance;
    },
    job: async (behindMs, ...words) => {
      const child = program(behindMs, 'jobs/main.ts', words);
      const said = saidBy(child);
      const code = await new Promise((resolve) => child.once('close', resolve));
      if (code !== 0) throw new Error(`${words[0]} failed: ${said()}`);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** Node options under which every thread of a program lives so many milliseconds earlier. */
const clockBehind = (ms: number): string => {
  const code = `const now = Date.now; Date.now = () => now() - ${Math.round(ms)};`;
  return `${process.env['NODE_OPTIONS'] ?? ''} --import=data:text/javascript,${encodeURIComponent(code)}`.trim();
};

/** What a program has said so far, its last few lines. */
const saidBy = (child: ChildProcess): (() => string) => {
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-4_000);
  });
  return () => said.trim();
};

/** Waits for the line of its log that names its address. */
const listening = (child: ChildProcess): Promise<DemoInstance> => {
  const said = saidBy(child);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', () => {
      const url = /"event":"instance\.listening"[^\n]*"url":"([^"]+)"/.exec(said())?.[1];
      if (url !== undefined) resolve({ url, stop, ended });
    });
    child.once('close', () => reject(new Error(`The instance did not start: ${said()}`)));
  });
};
