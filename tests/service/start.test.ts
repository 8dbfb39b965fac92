import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { toDataDir as layoutOf } from '../../adapters/data_folder/data_dir.ts';
import { acquireLock } from '../../adapters/data_folder/lock.ts';
import type { DropsAnswer } from '../support/client.ts';
import { startInstanceHere } from '../support/in_process.ts';
import { freePort, instanceEnv, inTempDir, programArgs, startInstance } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { item, npc, world } from '../support/world.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

/** Starts the service in a way that it must refuse. Returns its exit code and standard error. */
function startRefused(dataDir: string, env: Record<string, string>): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, programArgs('http/main.ts'), {
      cwd: TOP,
      env: instanceEnv(dataDir, env),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('close', (code) => resolve({ code, stderr }));
  });
}

test('a new instance is healthy with nothing recorded, and a start that cannot succeed ends with one sentence', () =>
  inTempDir(async (dataDir) => {
    const wrong = await startRefused(dataDir, { TW_PORT: 'eighty' });
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /^TW_PORT must be a whole number from 0 to 65535; it is "eighty"\.\n$/);

    const instance = await startInstance({ dataDir });
    try {
      const health = (await (await fetch(`${instance.url}/api/health`)).json()) as {
        ok: boolean;
        snapshot: { state: string; dataAsOf: string | null };
      };
      assert.equal(health.ok, true);
      assert.equal(health.snapshot.state, 'fresh');
      assert.equal(health.snapshot.dataAsOf, null);
      const second = await startRefused(dataDir, { TW_PORT: String(await freePort()) });
      assert.equal(second.code, 1);
      assert.match(second.stderr, /another instance is running/i);
      const taken = await inTempDir((other) => startRefused(other, { TW_PORT: String(instance.port) }));
      assert.equal(taken.code, 1);
      assert.match(taken.stderr, /TW_PORT/);
      assert.equal(await instance.stop(), 0);
    } finally {
      await instance.kill();
    }
    const changed = await startRefused(dataDir, { TW_FEED_TIME: 'day', TW_PORT: String(await freePort()) });
    assert.equal(changed.code, 1);
    assert.match(changed.stderr, /TW_FEED_TIME was changed/);
    assert.equal((await runJobHere(dataDir, ['rebuild', '--feed-time', 'day'])).code, 0);
    const again = await startInstanceHere({ dataDir, env: { TW_FEED_TIME: 'day' } });
    await again.stop();
  }));

test('the first answers come from the databases on disk, before the builder has run', () =>
  inTempDir(async (dataDir) => {
    const before = await startInstance({ dataDir });
    try {
      await world()
        .installs(3, (install) => install.looted(npc(6), item(25)))
        .sendTo(before.url);
      assert.equal((await runJobHere(dataDir, ['snapshot'])).code, 0);
    } finally {
      // As after a crash, the write-ahead logs still contain the written data.
      await before.kill();
    }
    const held = await acquireLock(layoutOf(dataDir).builderLock, { waitMs: 10_000 });
    assert.ok(held);
    // Any answer will do, since the test looks at the first one, even if it is an error.
    const instance = await startInstance({ dataDir, readyPath: '/schema/index.json' });
    try {
      const drops = (await (await fetch(`${instance.url}/api/rollups/drops`)).json()) as DropsAnswer & object;
      assert.deepEqual(
        ['unreachable' in drops && drops.unreachable, drops.rates.map(({ itemId, kills }) => [itemId, kills])],
        [false, [[25, 3]]],
      );
      for (const path of ['/api/health', '/api/corpus/public', '/api/edges', '/api/market/prices']) {
        assert.equal((await fetch(instance.url + path)).status, 200, path);
      }
      assert.ok(!instance.log().includes('snapshot.written'));
    } finally {
      await held.release();
      await instance.kill();
    }
  }));

test('an unwritable folder is reported as such and not as a port problem', () =>
  inTempDir(async (dir) => {
    // Nobody may create a folder at these paths, not even the superuser.
    for (const dataDir of ['/sys/third-witness', join(dir, 'a-file', 'data')]) {
      if (!dataDir.startsWith('/sys')) writeFileSync(join(dir, 'a-file'), '');
      const refused = await startRefused(dataDir, { TW_PORT: String(await freePort()) });
      assert.equal(refused.code, 1);
      assert.match(
        refused.stderr,
        /^TW_DATA_DIR must name a folder that this process can read and write; [^\n]+ check [^\n]+\n$/,
      );
      assert.ok(!refused.stderr.includes('TW_PORT'), refused.stderr);
    }
  }));

test('a command creates no data folder, because an unmounted disk looks like a new machine', () =>
  inTempDir(async (dir) => {
    for (const dataDir of [dir, join(dir, 'not-there')]) {
      for (const command of [['snapshot'], ['key', 'create', '--label', 'x'], ['verify']]) {
        const { code, stdout, stderr } = await runJobHere(dataDir, command);
        assert.deepEqual([code, stdout], [1, '']);
        assert.match(
          stderr,
          /^TW_DATA_DIR must name the data folder of an instance; .* Start the instance first, .*\n$/,
        );
      }
    }
    assert.deepEqual([existsSync(join(dir, 'not-there')), readdirSync(dir)], [false, []]);
  }));
