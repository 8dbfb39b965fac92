import { spawn } from 'node:child_process';
import { relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Counts, countsIn } from './counts.ts';
import type { Group } from './groups.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

/** How long the tests of a file took. */
export interface FileTime {
  readonly file: string;
  readonly ms: number;
}

export interface GroupRun {
  readonly passed: boolean;
  /** What node:test counted, or null if the process ended before it had counted. */
  readonly counts: Counts | null;
  readonly output: string;
  readonly seconds: number;
  readonly times: readonly FileTime[];
}

/** The counts are read from the TAP output; the times come from a reporter of our own. */
const REPORTERS = ['tap', './tests/runner/file_times.ts'].flatMap((reporter) => [
  `--test-reporter=${reporter}`,
  '--test-reporter-destination=stdout',
]);

function timesIn(output: string): readonly FileTime[] {
  return Array.from(output.matchAll(/^# file (\d+) ms (.+)$/gm), ([, ms, file]) => ({
    file: relative(TOP, file!),
    ms: Number(ms),
  }));
}

function argsOf({ files }: Group, ...options: readonly string[]): readonly string[] {
  return [...['--import', 'tsx', ...options], ...['tests/runner/process.ts', ...files]];
}

/** Runs a group in its own process and captures its output. */
export function runGroup(group: Group): Promise<GroupRun> {
  return new Promise((resolve) => {
    const began = performance.now();
    const child = spawn(process.execPath, argsOf(group, ...REPORTERS), {
      cwd: TOP,
      // With this variable set, node:test would print in its internal format.
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    }
    child.on('close', (code) => {
      const counts = countsIn(output);
      const passed = code === 0 && counts !== null && counts.fail === 0 && counts.cancelled === 0;
      resolve({ passed, counts, output, seconds: (performance.now() - began) / 1000, times: timesIn(output) });
    });
  });
}

/** Runs the only group and shows the complete output of node:test. Returns the exit code. */
export function showGroup(group: Group): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, argsOf(group), { cwd: TOP, stdio: 'inherit' });
    child.on('close', (code) => resolve(code ?? 1));
  });
}
