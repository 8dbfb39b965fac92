import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createStepProgress } from '../../jobs/demo/progress.ts';
import { answers, inTempDir, sleep } from '../support/instance.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));
const NO_NPM = spawnSync('npm', ['--version']).status !== 0 && 'NOT TESTED: npm is not on this machine';

function isAlive(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

test('npm run demo says what it does, serves pages, stops with npm, and leaves nothing behind', { skip: NO_NPM }, () =>
  inTempDir(async (dir) => {
    const temporary = join(dir, 'temporary');
    mkdirSync(temporary);
    const npm = spawn('npm', ['run', '--silent', 'demo'], {
      cwd: TOP,
      env: { ...process.env, TMPDIR: temporary, TW_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const ended = new Promise<void>((resolve) => npm.once('exit', () => resolve()));
    let said = '';
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk;
      });
    }
    try {
      while (!/runs at \S+ until/.test(said) && npm.exitCode === null) await sleep(50);
      const [filling = '', url = ''] = said.split(/A demo of Third Witness runs at (\S+) until/);
      assert.match(filling, /^The demo is starting\. .+\nThe instance starts\.\nDay 5 of 14: .+\n/);
      assert.equal(filling.trim().split('\n').length, 8, 'a line as each of the seven steps begins');
      for (const path of ['/item/2589', '/npc/257', '/market/Whitemane']) assert.ok(await answers(url + path), path);
      process.kill(npm.pid!, 'SIGTERM');
      await ended;
      const deadline = performance.now() + 10_000;
      while (isAlive(npm.pid!) && performance.now() < deadline) await sleep(50);
      assert.equal(isAlive(npm.pid!), false, 'something of it still runs');
      assert.deepEqual(
        readdirSync(temporary).filter((name) => name.startsWith('third-witness-demo-')),
        [],
      );
    } finally {
      if (isAlive(npm.pid!)) process.kill(-npm.pid!, 'SIGKILL');
    }
  }),
);

test('on a terminal the steps are a progress bar, and otherwise one line each', () => {
  const shown = (isTerminal: boolean): string => {
    let text = '';
    const progress = createStepProgress((more) => (text += more), isTerminal, 2);
    progress.begin('One.');
    progress.begin('Two.');
    progress.end();
    return text;
  };
  assert.equal(shown(false), 'One.\nTwo.\n');
  const clear = '\r\u001b[K';
  assert.equal(
    shown(true),
    `${clear}[${' '.repeat(20)}] 0% One.${clear}[${'='.repeat(10)}${' '.repeat(10)}] 50% Two.${clear}`,
  );
});
