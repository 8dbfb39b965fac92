import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type DropsAnswer, postRecords } from '../support/client.ts';
import {
  freePort,
  type Instance,
  instanceEnv,
  inTempDir,
  programArgs,
  sleep,
  startInstance,
} from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { item, npc, world } from '../support/world.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

function windows(name: string) {
  return world()
    .installs(3, (install) => install.event(name).looted(npc(6), item(2589)))
    .records();
}

async function killsOf(url: string): Promise<number | undefined> {
  const answer = (await (await fetch(`${url}/api/rollups/drops`)).json()) as DropsAnswer;
  return answer.rates[0]?.kills;
}

async function post(url: string, name: string): Promise<number> {
  return (await postRecords(url, windows(name))).status;
}

/** Starts an instance with `uploads` uploads, each in its own snapshot. */
function withInstance(uploads: number, work: (instance: Instance, folder: string) => Promise<void>) {
  return inTempDir(async (folder) => {
    const instance = await startInstance({ dataDir: folder });
    try {
      for (let i = 0; i < uploads; i++) {
        assert.equal(await post(instance.url, `before-${i}`), 200);
        assert.equal((await runJobHere(folder, ['snapshot'])).code, 0);
      }
      await work(instance, folder);
      assert.equal(await instance.stop(), 0, instance.log());
      const verified = await runJobHere(folder, ['verify']);
      assert.equal(verified.code, 0, verified.stderr);
    } finally {
      await instance.kill();
    }
  });
}

function removeAll(folder: string, pattern: RegExp): number {
  const files = readdirSync(folder).filter((name) => pattern.test(name));
  for (const name of files) rmSync(join(folder, name));
  return files.length;
}

test('a deleted log of the public databases causes a rebuild and no failed answer', () =>
  withInstance(2, async ({ url }, folder) => {
    for (const [i, pattern] of [/^snapshot\..*-wal$/, /^snapshot\..*-wal$/].entries()) {
      const before = await killsOf(url);
      assert.ok(removeAll(folder, pattern) > 0);
      await sleep(1_200);
      assert.equal(await killsOf(url), before, `${pattern}: what was public still is`);
      assert.equal(await post(url, `after-${i}`), 200);
      for (let run = 0; run < 2; run++) {
        const { code, stderr } = await runJobHere(folder, ['snapshot']);
        assert.equal(code, 0, `${pattern}: ${stderr}`);
      }
      assert.equal(await killsOf(url), before! + 3, String(pattern));
    }
  }));

test('a deleted log of the uploads loses none of them, and intake continues', () =>
  withInstance(1, async ({ url }, folder) => {
    assert.equal(await post(url, 'in-the-log'), 200);
    for (const [i, pattern] of [/^uploads\.db-wal$/, /^uploads\.db-wal$/].entries()) {
      assert.ok(removeAll(folder, pattern) > 0);
      assert.equal(await post(url, `after-${i}`), 200, String(pattern));
      assert.equal(
        (await postRecords(url, windows('in-the-log'))).receipt.accepted?.every((one) => one.duplicate),
        true,
      );
    }
    assert.equal((await runJobHere(folder, ['snapshot'])).code, 0);
    assert.equal(await killsOf(url), 12);
  }));

/** Starts a second instance, and returns its exit code and standard error. */
async function startSecond(folder: string): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, programArgs('http/main.ts'), {
    cwd: TOP,
    env: instanceEnv(folder, { TW_PORT: String(await freePort()) }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const killer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(killer);
  return { code, stderr };
}

test('only one instance runs on a folder, whichever of its files are deleted', () =>
  withInstance(1, async ({ url }, folder) => {
    for (const [i, files] of [
      ['uploads.lock'],
      ['instance.sock'],
      ['uploads.lock', 'instance.sock', 'builder.lock'],
    ].entries()) {
      for (const file of files) rmSync(join(folder, file), { force: true });
      // Covers starts both before and after the first instance has noticed the deletion.
      if (i === 1) await sleep(1_500);
      const second = await startSecond(folder);
      assert.equal(second.code, 1, `${files}: ${second.stderr}`);
      assert.match(second.stderr, /another instance is running on it/);
      assert.equal(existsSync(join(folder, 'instance.sock')), true, `${files}`);
      assert.equal(await post(url, `after-${i}`), 200);
      const made = await runJobHere(folder, ['key', 'create', '--label', 'x']);
      assert.equal(made.code, 0, made.stderr);
    }
  }));
