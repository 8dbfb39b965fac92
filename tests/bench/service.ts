import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { answers, freePort, sleep } from '../support/instance.ts';
import { accountOf, derivedLogBytes, type Written, writtenBetween } from './builder_watch.ts';

export const MIB = 1024 * 1024;

const TOP = fileURLToPath(new URL('../../', import.meta.url));

/** A running instance of the real program on a data folder, with rate limits that no bench exhausts. */
export interface Service {
  readonly port: number;
  readonly pid: number;
  readonly startedInMs: number;
  stop(): Promise<void>;
}

/** Returns how package.json starts a program, so that the bench measures the commands that operators run. */
function programArgs(script: 'start' | 'job'): string[] {
  const { scripts } = JSON.parse(readFileSync(`${TOP}package.json`, 'utf8')) as { scripts: Record<string, string> };
  const words = scripts[script]!.split(' ');
  return words.slice(words.indexOf('node') + 1);
}

function environment(dataDir: string, port: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    TW_DATA_DIR: dataDir,
    TW_PORT: String(port),
    TW_PUBLIC_URL: `http://localhost:${port}`,
    TW_LOG: 'json',
    TW_SNAPSHOT_INTERVAL_S: '86400',
    TW_SNAPSHOT_MAX_AGE_S: '864000',
    // Allows pages of 5,000 without a key, because checking keys should not be measured.
    TW_PAGE: '5000/5000',
    TW_LIMIT_CORPUS: '1000000000',
    TW_LIMIT_DROPS: '1000000000',
    TW_LIMIT_EDGES: '1000000000',
    TW_LIMIT_ITEMS: '1000000000',
    TW_LIMIT_MARKET: '1000000000',
    TW_LIMIT_INTAKE: '1000000000',
    TW_LIMIT_TOOLS: '1000000000',
    TW_LIMIT_TOOLTIP: '1000000000',
    TW_LIMIT_FEEDS: '1000000000',
    // Clients of a bench have their own addresses.
    TW_TRUSTED_PROXIES: '1',
  };
}

const FIRST_PAGE = '/api/corpus/public?limit=1';

/** Starts the service and waits for its first page of the corpus, or for another answer. */
export async function startService(dataDir: string, ready = FIRST_PAGE): Promise<Service> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, programArgs('start'), {
    cwd: TOP,
    env: environment(dataDir, port),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-4000);
  });
  while (!(await answers(`http://127.0.0.1:${port}${ready}`))) {
    if (child.exitCode !== null) throw new Error(`the service ended: ${log}`);
    if (performance.now() - started > 120_000) throw new Error(`no answer within two minutes: ${log}`);
    await sleep(5);
  }
  return {
    port,
    pid: child.pid!,
    startedInMs: performance.now() - started,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The result of one run of a command. */
export interface JobRun {
  /** The duration of the whole process. */
  readonly seconds: number;
  readonly peakMiB: number;
  /** The greatest observed size of a derived database's write-ahead log. */
  readonly peakLogMiB: number;
  readonly written: Written | null;
  /** The log lines, each a JSON object. */
  readonly log: readonly string[];
}

/** Runs `npm run job -- …` while the service runs. */
export function runJob(dataDir: string, port: number, words: readonly string[]): Promise<JobRun> {
  return new Promise((resolve, reject) => {
    const before = accountOf('self');
    const started = performance.now();
    const child = spawn(process.execPath, [...programArgs('job'), ...words], {
      cwd: TOP,
      // The command uses the public address that the service wrote to the folder.
      env: { ...environment(dataDir, port), TW_PUBLIC_URL: '' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    let peakMiB = 0;
    let peakLogMiB = 0;
    const watch = setInterval(() => {
      peakMiB = Math.max(peakMiB, peakMemoryMiB(child.pid!));
      peakLogMiB = Math.max(peakLogMiB, derivedLogBytes(dataDir) / MIB);
    }, 20);
    child.stderr.on('data', (chunk) => {
      log += chunk;
    });
    child.on('exit', (code) => {
      clearInterval(watch);
      if (code !== 0) return reject(new Error(`the job ${words.join(' ')} failed: ${log.slice(-2000)}`));
      const seconds = (performance.now() - started) / 1000;
      const written = writtenBetween(before, accountOf('self'));
      resolve({ seconds, peakMiB, peakLogMiB, written, log: log.split('\n') });
    });
  });
}

/** The result of one run of the builder. */
export interface BuilderRun extends JobRun {
  /** Milliseconds spent in the snapshot's own steps, without starting the process. */
  readonly ms: number;
}

/** Runs `npm run job -- snapshot` while the service runs. */
export async function runSnapshotJob(dataDir: string, port: number): Promise<BuilderRun> {
  const run = await runJob(dataDir, port, ['snapshot']);
  const written = run.log
    .filter((line) => line.includes('"snapshot.written"'))
    .map((line) => JSON.parse(line) as { ms: number });
  return { ...run, ms: written.reduce((sum, line) => sum + line.ms, 0) };
}

/** Returns the peak memory of a process from the kernel's account, or 0 if there is none. */
export function peakMemoryMiB(pid: number): number {
  return statusMiB(pid, 'VmHWM');
}

/** Returns the current memory of a process. */
export function memoryMiB(pid: number): number {
  return statusMiB(pid, 'VmRSS');
}

function statusMiB(pid: number, field: 'VmHWM' | 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const keepAlive = new Agent({ keepAlive: true, maxSockets: 1 });

/** Posts one upload. Returns the outcome of its records, and the milliseconds until the last byte of the receipt. */
export async function post(port: number, body: string, agent = keepAlive): Promise<{ ms: number; fresh: number }> {
  const bytes = Buffer.from(body);
  const started = performance.now();
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request(
      {
        port,
        host: '127.0.0.1',
        path: '/api/intake',
        method: 'POST',
        agent,
        headers: { 'Content-Type': 'application/json', 'Content-Length': bytes.length },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }));
      },
    );
    asked.on('error', reject);
    asked.end(bytes);
  });
  const ms = performance.now() - started;
  const receipt = JSON.parse(text) as { accepted?: { duplicate: boolean }[]; error?: string };
  if (status !== 200) throw new Error(`intake answered ${status}: ${receipt.error}`);
  return { ms, fresh: receipt.accepted!.filter((one) => !one.duplicate).length };
}
