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

/** A running instance of the real program on a data folder, with its limiter on and budgets that no bench exhausts. */
export interface Service {
  readonly port: number;
  readonly pid: number;
  readonly startedInMs: number;
  stop(): Promise<void>;
}

/** How package.json starts a program: the bench measures the commands that operators give. */
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
    // Pages of 5,000 without a key: checking one is no part of what is measured.
    TW_PAGE: '5000/5000',
    TW_LIMIT_CORPUS: '1000000000',
    TW_LIMIT_DROPS: '1000000000',
    TW_LIMIT_EDGES: '1000000000',
    TW_LIMIT_ITEMS: '1000000000',
    TW_LIMIT_MARKET: '1000000000',
    TW_LIMIT_INTAKE: '1000000000',
    TW_LIMIT_TOOLS: '1000000000',
    TW_LIMIT_TOOLTIP: '1000000000',
    // Clients of one bench have addresses of their own.
    TW_TRUSTED_PROXIES: '1',
  };
}

const FIRST_PAGE = '/api/corpus/public?limit=1';

/** Starts the service and waits for its first page of the corpus, or another answer. */
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

/** What one run of a command came to. */
export interface JobRun {
  /** The whole process. */
  readonly seconds: number;
  readonly peakMiB: number;
  /** The longest that the log of a derived database was seen. */
  readonly peakLogMiB: number;
  readonly written: Written | null;
  /** What it logged, a JSON object a line. */
  readonly log: readonly string[];
}

/** Runs `npm run job -- …` beside the running service. */
export function runJob(dataDir: string, port: number, words: readonly string[]): Promise<JobRun> {
  return new Promise((resolve, reject) => {
    const before = accountOf('self');
    const started = performance.now();
    const child = spawn(process.execPath, [...programArgs('job'), ...words], {
      cwd: TOP,
      env: environment(dataDir, port),
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

/** What one run of the builder told of itself. */
export interface BuilderRun extends JobRun {
  /** Milliseconds within the snapshot's own steps, without the start of the process. */
  readonly ms: number;
}

/** Runs `npm run job -- snapshot` beside the running service. */
export async function runSnapshotJob(dataDir: string, port: number): Promise<BuilderRun> {
  const run = await runJob(dataDir, port, ['snapshot']);
  const written = run.log
    .filter((line) => line.includes('"snapshot.written"'))
    .map((line) => JSON.parse(line) as { ms: number });
  return { ...run, ms: written.reduce((sum, line) => sum + line.ms, 0) };
}

/** The most memory a process ever held, from the kernel's own account; 0 where there is none. */
export function peakMemoryMiB(pid: number): number {
  return statusMiB(pid, 'VmHWM');
}

/** What it holds now. */
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

/** Posts one upload; answers what became of its records, and the milliseconds until the receipt's last byte. */
export async function post(port: number, body: string): Promise<{ ms: number; fresh: number }> {
  const bytes = Buffer.from(body);
  const started = performance.now();
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request(
      {
        port,
        host: '127.0.0.1',
        path: '/api/intake',
        method: 'POST',
        agent: keepAlive,
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
