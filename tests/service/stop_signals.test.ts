import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inTempDir, programArgs, sleep } from '../support/instance.ts';

const SIGNALS = fileURLToPath(new URL('../../adapters/stop_signals.ts', import.meta.url));

/** Sends signals, each after a pause, to a program that takes some time to stop. Returns how it ended. */
function signalled(stopsInMs: number, signals: readonly (readonly [NodeJS.Signals, number])[]): Promise<unknown> {
  return inTempDir(async (dir) => {
    const program = join(dir, 'program.mts');
    writeFileSync(
      program,
      `import { callOnStopSignal } from ${JSON.stringify(SIGNALS)};
      const waiting = setInterval(() => {}, 1000);
      callOnStopSignal(() => {
        console.log('stopping');
        setTimeout(() => clearInterval(waiting), ${stopsInMs});
      });
      console.log('ready');`,
    );
    const child = spawn(process.execPath, programArgs(program), { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    while (!said.includes('ready') && child.exitCode === null) await sleep(20);
    for (const [signal, pauseMs] of signals) {
      process.kill(child.pid!, signal);
      await sleep(pauseMs);
    }
    const end = await Promise.race([ended, sleep(10_000).then(() => 'runs on')]);
    if (end === 'runs on') process.kill(child.pid!, 'SIGKILL');
    return [said.split('stopping').length - 1, end];
  });
}

test('a signal that npm repeats immediately counts once, and current work is finished', async () => {
  assert.deepEqual(
    await signalled(900, [
      ['SIGINT', 300],
      ['SIGINT', 100],
      ['SIGTERM', 0],
    ]),
    [1, 0],
  );
});

test('a second signal later ends a program that does not stop', async () => {
  assert.deepEqual(
    await signalled(60_000, [
      ['SIGINT', 2_500],
      ['SIGTERM', 0],
    ]),
    [1, 'SIGTERM'],
  );
});
