import { spawn } from 'node:child_process';
import process from 'node:process';
import type { Copy } from './copy.ts';

/** A timeout, because a weakened program may wait forever. */
const TIME_MAX_MS = 180_000;

export interface FileRun {
  /** The first test that failed, or null if none did. */
  readonly failed: string | null;
  /** Another reason why the run ended, or null. */
  readonly broke: string | null;
}

/** Runs one test file of a copy until the first test fails. */
export function runFile({ root, temporary }: Copy, file: string): Promise<FileRun> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--test-reporter=tap', file], {
      cwd: root,
      // Files that a stopped test leaves behind are removed with the copy.
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
