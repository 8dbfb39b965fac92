import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { locateFile } from './program_files.ts';
import { START_ARGS } from './runtime_args.ts';
import { findFreePort } from './server/free_port.ts';

const PROJECT_FOLDER = fileURLToPath(locateFile('./'));

/** Time between SIGTERM and SIGKILL. */
const END_WAIT_MS = 15_000;

/** Interval at which a program rereads its clock offset. */
const CLOCK_INTERVAL_MS = 20;

export const DEMO_DAYS = 14;

/** Two weeks of invented players, recorded by `npm run demo:record` (tests/demo_world). */
export interface DemoRecording {
  /** Fields of the players' saved-variables files beside their install and records. */
  readonly header: { readonly clientBuild: string; readonly [field: string]: string | number };
  /** The client's tables of the build: CSV files keyed by file name. */
  readonly tables: Readonly<Record<string, string>>;
  /** Guides to import, each with the path of the page that it is about. */
  readonly guides: readonly {
    readonly id: string;
    readonly name: string;
    readonly path: string;
    readonly text: string;
  }[];
  readonly tour: readonly (readonly [path: string, about: string])[];
  /** A sentence on where the names and numbers are from. */
  readonly notice: string;
  readonly players: readonly {
    readonly installId: string;
    /** Records without install id and time, oldest first, each after its time: milliseconds from the first day's start. */
    readonly records: readonly (readonly [atMs: number, record: Readonly<Record<string, unknown>>])[];
  }[];
}

/** `recording` is of twelve players in four zones, `realm` of two whole realms. */
export function locateDemoRecording(name: 'recording' | 'realm'): URL {
  return locateFile(`jobs/demo/${name}.json.gz`);
}

export function readDemoRecording(name: 'recording' | 'realm'): DemoRecording {
  return JSON.parse(gunzipSync(readFileSync(locateDemoRecording(name))).toString()) as DemoRecording;
}

export interface DemoInstance {
  readonly url: string;
  /** Settles when the instance has exited for any reason. */
  readonly ended: Promise<void>;
}

/** Creates the demo's temporary folder and runs its programs. Sets their clocks, so that two weeks pass in seconds. */
export function openDemoStage() {
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
    // The game of the recording's build.
    TW_GAME: 'era',
    TW_LOG: 'json',
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${buildClockOption(clock)}`.trim(),
  };
  const running = new Map<ChildProcess, Promise<void>>();
  let closing: Promise<void> | null = null;
  let commands: SendCommand | null = null;
  const run = (words: readonly string[], stdio: StdioOptions): ChildProcess => {
    if (closing !== null) throw new Error('The demo is ending.');
    const child = spawn(process.execPath, words, { cwd: PROJECT_FOLDER, env, stdio });
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    running.set(child, ended);
    void ended.then(() => running.delete(child));
    return child;
  };
  const program = (...words: readonly string[]): ChildProcess => run(words, ['ignore', 'ignore', 'pipe']);
  const close = async (): Promise<void> => {
    for (const child of running.keys()) child.kill('SIGTERM');
    const killTimer = setTimeout(() => {
      for (const child of running.keys()) child.kill('SIGKILL');
    }, END_WAIT_MS);
    await Promise.all(running.values());
    clearTimeout(killTimer);
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    folder,
    /** Writes a file to the stage's folder and returns the path. */
    write,
    // Write a new file and rename it, so that a program never reads a half-written file.
    /** Sets the clocks of all programs back by this many milliseconds, including programs that are already running. */
    setClock: (behindMs: number): void => renameSync(write('clock.next', String(Math.round(behindMs))), clock),
    /** Starts the instance and waits until it answers requests. */
    start: async (): Promise<DemoInstance> => {
      // The command process is loaded while the instance starts, so it must know the port in advance.
      if (env['TW_PORT'] === '0') env['TW_PORT'] = String(await findFreePort(env['TW_HOST'] ?? '127.0.0.1'));
      const instance = program(...START_ARGS, 'http/main.ts');
      commands = connectCommands(run([...START_ARGS, 'jobs/demo/commands.ts'], ['ignore', 'ignore', 'pipe', 'ipc']));
      return waitUntilListening(instance);
    },
    /** Runs a command as `npm run job -- …` would. Throws an error with its last output if it fails. */
    job: async (...words: readonly string[]): Promise<void> => {
      if (commands === null) throw new Error('The instance must be started before commands.');
      await commands(words);
    },
    /** Uploads files with the uploader that the instance serves, as players do. */
    upload: async (url: string, files: readonly string[]): Promise<void> => {
      const uploader = write('uploader.mjs', await (await fetch(`${url}/uploader.mjs`)).text());
      await waitForEnd('upload', program(uploader, ...files, '--to', url, '--yes'));
    },
    /** Ends all programs and removes the folder. Nothing can be started afterwards. */
    close: (): Promise<void> => {
      closing ??= close();
      return closing;
    },
  };
}

/** Returns a Node option that sets the clock of every thread back by the milliseconds that a file contains. */
function buildClockOption(path: string): string {
  const code = `import { readFileSync } from 'node:fs';
const now = Date.now;
let behind = 0;
let readAt = 0;
Date.now = () => {
  const real = now();
  if (real - readAt >= ${CLOCK_INTERVAL_MS}) {
    readAt = real;
    try { behind = Number(readFileSync(${JSON.stringify(path)}, 'utf8')); } catch {}
  }
  return real - behind;
};`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

/** Runs a command. If the command fails, throws an error with its last output. */
type SendCommand = (words: readonly string[]) => Promise<void>;

/** Runs commands in a separate process that is loaded only once (jobs/demo/commands.ts). */
function connectCommands(child: ChildProcess): SendCommand {
  const output = collectOutput(child);
  const ended = new Promise<string>((resolve) => child.once('close', () => resolve(output())));
  return async (words) => {
    const replied = new Promise<string | null>((resolve) => child.once('message', (reply) => resolve(reply as string)));
    child.send(words);
    const complaint = await Promise.race([replied, ended]);
    if (complaint !== null) throw new Error(`${words[0]} failed: ${complaint}`);
  };
}

/** Waits until a program exits. Throws if the program failed. */
async function waitForEnd(name: string, child: ChildProcess): Promise<void> {
  const output = collectOutput(child);
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${name} failed: ${output()}`);
}

/** Collects a program's standard error. The returned function returns its last 4,000 characters. */
function collectOutput(child: ChildProcess): () => string {
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-4_000);
  });
  return () => output.trim();
}

/** Waits for the log line that contains the instance's address. */
function waitUntilListening(child: ChildProcess): Promise<DemoInstance> {
  const output = collectOutput(child);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', () => {
      const url = /"event":"instance\.listening"[^\n]*"url":"([^"]+)"/.exec(output())?.[1];
      if (url !== undefined) resolve({ url, ended });
    });
    child.once('close', () => reject(new Error(`The instance did not start: ${output()}`)));
  });
}
