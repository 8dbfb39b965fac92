import { spawn } from 'node:child_process';
import process from 'node:process';

/** A weakened program may wait for what never comes. */
const TIME_MAX_MS = 180_000;

export interface FileRun {
  /** The tests that failed. */
  readonly failed: readonly string[];
  /** What ended it otherwise than by a failed test; null where nothing did. */
  readonly broke: string | null;
}

/** Runs one test file of a copy. */
export const runFile = (root: string, file: string): Promise<FileRun> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--test-reporter=tap', file], {
      cwd: root,
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIME_MAX_MS,
      killSignal: 'SIGKILL',
    });
    const stop = (): boolean => child.kill('SIGKILL');
    process.once('exit', stop);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('close', (code, signal) => {
      process.off('exit', stop);
      const failed = Array.from(output.matchAll(/^ *not ok \d+ - (.+)$/gm), ([, name]) => name!);
      const ended = signal === null ? `it ended with ${code}` : `it was stopped by ${signal}`;
      const counted = /^# fail \d+$/m.test(output);
      const isWhole = counted && (code === 0) === (failed.length === 0);
      resolve({ failed, broke: isWhole ? null : `${ended}: ${output.slice(-600)}` });
    });
  });
