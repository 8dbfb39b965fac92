import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort, instanceEnv, inTempDir, programArgs, runJob, startInstance } from '../support/instance.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

/** Starts the service where it must refuse, and answers how it ended. */
const startRefused = (dataDir: string, env: Record<string, string>): Promise<{ code: number | null; stderr: string }> =>
  new Promise((resolve) => {
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

test('a new instance is healthy within seconds, with nothing recorded', () =>
  inTempDir(async (dataDir) => {
    const instance = await startInstance({ dataDir });
    try {
      const health = (await (await fetch(`${instance.url}/api/health`)).json()) as {
        ok: boolean;
        snapshot: { state: string; dataAsOf: string | null };
      };
      assert.equal(health.ok, true);
      assert.equal(health.snapshot.state, 'fresh');
      assert.equal(health.snapshot.dataAsOf, null);
      assert.equal(await instance.stop(), 0);
    } finally {
      await instance.kill();
    }
  }));

test('a start that cannot succeed ends with one sentence', () =>
  inTempDir(async (dataDir) => {
    const wrong = await startRefused(dataDir, { TW_PORT: 'eighty' });
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /^TW_PORT must be a whole number from 0 to 65535; it is "eighty"\.\n$/);

    const instance = await startInstance({ dataDir });
    try {
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
    assert.equal((await runJob(dataDir, ['rebuild'], { TW_FEED_TIME: 'day' })).code, 0);
    const again = await startInstance({ dataDir, env: { TW_FEED_TIME: 'day' } });
    await again.stop();
  }));
