import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { TYPESCRIPT_ARGS } from './runtime_args.ts';
import { freePort } from './server/free_port.ts';

const TOP = fileURLToPath(new URL('../', import.meta.url));

/** How long a program may take to end when it is told to. */
const ENDS_WITHIN_MS = 15_000;

/** How soon a program notices that its clock was set. */
const LOOKS_EVERY_MS = 20;

/** An instance of the demo that answers. */
export interface DemoInstance {
  readonly url: string;
  /** Settles when it has ended, whoever ended it. */
  readonly ended: Promise<void>;
}

/**
 * What the demo is played on: a folder of its own that goes with it, and this project's own programs. They run with a
 * clock that the stage sets, so that two weeks pass in seconds.
 */
export interface DemoStage {
  readonly folder: string;
  /** Writes a file into the stage's folder and answers its path. */
  write(name: string, text: string): string;
  /** Sets the clock of all that runs on the stage so many milliseconds back, also of what runs already. */
  setClock(behindMs: number): void;
  /** Starts the instance, and waits until it answers. */
  start(): Promise<DemoInstance>;
  /** Runs a command as `npm run job -- …` does; throws with what it said where it failed. */
  job(...words: readonly string[]): Promise<void>;
  /** Uploads files with the program that an instance hands out, as players do. */
  upload(url: string, files: readonly string[]): Promise<void>;
  /** Ends what runs on it, waits for that, and removes the folder. Nothing starts on it any more. */
  close(): Promise<void>;
}

export function openDemoStage(): DemoStage {
  const folder = mkdtempSync(join(tmpdir(), 'third-witness-demo-'));
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const clock = write('clock', '0');
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    TW_PORT: process.env['TW_PORT'] ?? '0',
    TW_DATA_DIR: join(folder, 'data'),
    TW_LOG: 'json',
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${clockFrom(clock)}`.trim(),
  };
  const running = new Map<ChildProcess, Promise<void>>();
  let closing: Promise<void> | null = null;
  let commands: Commands | null = null;
  const run = (words: readonly string[], stdio: StdioOptions): ChildProcess => {
    if (closing !== null) throw new Error('The demo is ending.');
    const child = spawn(process.execPath, words, { cwd: TOP, env, stdio });
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    running.set(child, ended);
    void ended.then(() => running.delete(child));
    return child;
  };
  const program = (...words: readonly string[]): ChildProcess => run(words, ['ignore', 'ignore', 'pipe']);
  const close = async (): Promise<void> => {
    for (const child of running.keys()) child.kill('SIGTERM');
    const late = setTimeout(() => {
      for (const child of running.keys()) child.kill('SIGKILL');
    }, ENDS_WITHIN_MS);
    await Promise.all(running.values());
    clearTimeout(late);
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    folder,
    write,
    // What reads it meanwhile finds the one moment or the other.
    setClock: (behindMs) => renameSync(write('clock.next', String(Math.round(behindMs))), clock),
    start: async () => {
      // Commands are loaded while the instance starts, and must know its port.
      if (env['TW_PORT'] === '0') env['TW_PORT'] = String(await freePort(env['TW_HOST'] ?? '127.0.0.1'));
      const instance = program(...TYPESCRIPT_ARGS, 'http/main.ts');
      commands = commandsOf(run([...TYPESCRIPT_ARGS, 'jobs/demo/commands.ts'], ['ignore', 'ignore', 'pipe', 'ipc']));
      return listening(instance);
    },
    job: async (...words) => {
      if (commands === null) throw new Error('The instance must be started before commands.');
      await commands(words);
    },
    upload: async (url, files) => {
      const uploader = write('uploader.mjs', await (await fetch(`${url}/uploader.mjs`)).text());
      await finished('upload', program(uploader, ...files, '--to', url, '--yes'));
    },
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** A Node option under which every thread of a program lives as many milliseconds earlier as a file says by then. */
function clockFrom(path: string): string {
  const code = `import { readFileSync } from 'node:fs';
const now = Date.now;
let behind = 0;
let looked = 0;
Date.now = () => {
  const real = now();
  if (real - looked >= ${LOOKS_EVERY_MS}) {
    looked = real;
    try { behind = Number(readFileSync(${JSON.stringify(path)}, 'utf8')); } catch {}
  }
  return real - behind;
};`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

/** Runs a command; throws with what it said if it failed. */
type Commands = (words: readonly string[]) => Promise<void>;

/** Commands that are run by a program of their own, which is loaded once (jobs/demo/commands.ts). */
function commandsOf(child: ChildProcess): Commands {
  const said = saidBy(child);
  const ended = new Promise<string>((resolve) => child.once('close', () => resolve(said())));
  return async (words) => {
    const answered = new Promise<string | null>((resolve) =>
      child.once('message', (reply) => resolve(reply as string)),
    );
    child.send(words);
    const complaint = await Promise.race([answered, ended]);
    if (complaint !== null) throw new Error(`${words[0]} failed: ${complaint}`);
  };
}

/** Waits for the end of a program. */
async function finished(name: string, child: ChildProcess): Promise<void> {
  const said = saidBy(child);
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${name} failed: ${said()}`);
}

/** What a program has said so far, its last few lines. */
function saidBy(child: ChildProcess): () => string {
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-4_000);
  });
  return () => said.trim();
}

/** Waits for the line of its log that names its address. */
function listening(child: ChildProcess): Promise<DemoInstance> {
  const said = saidBy(child);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', () => {
      const url = /"event":"instance\.listening"[^\n]*"url":"([^"]+)"/.exec(said())?.[1];
      if (url !== undefined) resolve({ url, ended });
    });
    child.once('close', () => reject(new Error(`The instance did not start: ${said()}`)));
  });
}
