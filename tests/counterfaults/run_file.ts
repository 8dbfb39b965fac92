import { spawn } from 'node:child_process';
import process from 'node:process';
import type { Copy } from './copy.ts';

/** A weakened program may wait for what never comes. */
const TIME_MAX_MS = 180_000;

export interface FileRun {
  /** The first test that failed; null where none did. */
  readonly failed: string | null;
  /** What ended it otherwise than by a failed test; null where nothing did. */
  readonly broke: string | null;
}

/** Runs one test file of a copy, up to the first test that fails. */
export function runFile({ root, temporary }: Copy, file: string): Promise<FileRun> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--test-reporter=tap', file], {
      cwd: root,
      // What a file that is stopped leaves behind goes with the copy.
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
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
        if (failedIn(output) !== null) stop();
      });
    }
    child.on('close', (code, signal) => {
      process.off('exit', stop);
      const failed = failedIn(output);
      const ended = signal === null ? `it ended with ${code}` : `it was stopped by ${signal}`;
      const isWhole = failed !== null || (code === 0 && /^# fail 0$/m.test(output));
      resolve({ failed, broke: isWhole ? null : `${ended}: ${output.slice(-600)}` });
    });
  });
}

function failedIn(output: string): string | null {
  return /^ *not ok \d+ - (.+)\n/m.exec(output)?.[1] ?? null;
}
