import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { START_ARGS } from '../../adapters/runtime_args.ts';
import { shiftedBy } from '../realm/stage.ts';
import { sleep } from '../support/instance.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Milliseconds from now to ten o'clock in the evening of yesterday, so that the demo's last day is always a long one. */
function toYesterdayEvening(): number {
  const nowMs = Date.now();
  return Math.floor(nowMs / DAY_MS) * DAY_MS - 2 * HOUR_MS - nowMs;
}

/** Starts the demo, calls `ask` with its address once it is filled, and ends it. */
export async function inDemo(ask: (url: string) => Promise<unknown>): Promise<void> {
  const demo = spawn(process.execPath, [...START_ARGS, 'jobs/demo/main.ts'], {
    cwd: TOP,
    env: { ...process.env, TW_PORT: '0', TW_LIMITS: 'off', NODE_OPTIONS: shiftedBy(toYesterdayEvening()) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => demo.once('exit', () => resolve()));
  let output = '';
  for (const stream of [demo.stdout, demo.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  try {
    while (!/runs at \S+ until/.test(output)) {
      if (demo.exitCode !== null) throw new Error(`The demo ended: ${output}`);
      await sleep(50);
    }
    await ask(/runs at (\S+) until/.exec(output)![1]!);
  } finally {
    demo.kill('SIGTERM');
    await ended;
  }
}
