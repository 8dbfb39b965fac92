import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Bundles } from './bundle.ts';
import { type Counts, countsIn } from './counts.ts';
import type { Group } from './groups.ts';
import { memoryFolder } from './memory_folder.ts';
import { staysOnDisk } from './sets.ts';

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
  /** Processor time of the process and of all programs that it started, or null where the system does not tell it. */
  readonly processorSeconds: number | null;
  readonly times: readonly FileTime[];
}

/** The counts are read from the TAP output; the times come from a reporter of our own. */
const REPORTERS = ['tap', './tests/runner/file_times.mjs'].flatMap((reporter) => [
  `--test-reporter=${reporter}`,
  '--test-reporter-destination=stdout',
]);

function timesIn(output: string): readonly FileTime[] {
  return Array.from(output.matchAll(/^# file (\d+) ms (.+)$/gm), ([, ms, file]) => ({
    file: relative(TOP, file!),
    ms: Number(ms),
  }));
}

const STATUS = '/proc/self/stat';
const TICKS_A_SECOND = 100;
let takenSeconds = 0;

/** Returns the processor time of the programs that ended since the last call, or null on systems other than Linux. */
function takeProcessorSeconds(): number | null {
  if (!existsSync(STATUS)) return null;
  // The fields after the program's name, which may contain spaces: the 14th and 15th are the time of ended programs.
  const fields = readFileSync(STATUS, 'utf8').split(') ').at(-1)!.split(' ');
  const before = takenSeconds;
  takenSeconds = (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
  return takenSeconds - before;
}

/** Code is optimized only if it runs nine times as long as usual, because most of a test's code has then ended. */
const LATE_OPTIMIZATION = process.version.startsWith('v20.') ? ['--interrupt-budget=600000'] : [];

/** Flags of the engine. A larger young generation, because most objects of a test are garbage soon. */
const ENGINE = ['--max-semi-space-size=32', '--min-semi-space-size=16', ...LATE_OPTIMIZATION];

/** A process that runs longer is killed: after a failed assertion it may wait for ever for a server that it left open. */
const GROUP_WITHIN_MS = 20 * 60_000;

/** Runs a bundled group in its own process and captures its output. */
export function runGroup(group: Group, bundles: Bundles): Promise<GroupRun> {
  return new Promise((resolve) => {
    const began = performance.now();
    const args = [...ENGINE, '--import', './tests/runner/before_tests.mjs', ...REPORTERS, bundles.moduleOf(group)];
    const child = spawn(process.execPath, args, {
      cwd: TOP,
      // With NODE_TEST_CONTEXT set, node:test would print in its internal format.
      env: { ...envOf(group), TEST_BUNDLES: bundles.folder, NODE_TEST_CONTEXT: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let processorSeconds: number | null = null;
    const limit = setTimeout(() => child.kill('SIGKILL'), GROUP_WITHIN_MS);
    child.on('exit', () => {
      clearTimeout(limit);
      processorSeconds = takeProcessorSeconds();
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    }
    child.on('close', (code) => {
      const counts = countsIn(output);
      const passed = code === 0 && counts !== null && counts.fail === 0 && counts.cancelled === 0;
      const seconds = (performance.now() - began) / 1000;
      resolve({ passed, counts, output, seconds, processorSeconds, times: timesIn(output) });
    });
  });
}

/** Runs the only group from its source and shows the complete output of node:test. Returns the exit code. */
export function showGroup(group: Group): Promise<number> {
  return new Promise((resolve) => {
    const args = ['--import', 'tsx', 'tests/runner/process.ts', ...group.files];
    const child = spawn(process.execPath, args, { cwd: TOP, env: envOf(group), stdio: 'inherit' });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Returns the environment of a group's process: its temporary folders are in memory if possible. */
function envOf({ files }: Group): NodeJS.ProcessEnv {
  const folder = files.some(staysOnDisk) ? null : memoryFolder();
  return folder === null ? process.env : { TMPDIR: folder, ...process.env };
}
