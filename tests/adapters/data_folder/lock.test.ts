import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { acquireLock } from '../../../adapters/data_folder/lock.ts';
import { withFolder } from '../../domain/snapshot/support.ts';
import { testProgramArgs } from '../../support/program_bundle.ts';

async function holder(path: string): Promise<{ got: boolean; kill: () => Promise<void> }> {
  const args = await testProgramArgs('tests/adapters/data_folder/lock_holder.ts', path);
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const [said] = (await once(child.stdout!, 'data')) as [Uint8Array];
  const kill = (): Promise<void> => {
    child.kill('SIGKILL');
    return gone;
  };
  return { got: new TextDecoder().decode(said).trim() === 'got', kill };
}

test('within a process a lock has one holder at a time', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'a.lock');
    const first = await acquireLock(path, { waitMs: 0 });
    assert.ok(first);
    assert.equal(await acquireLock(path, { waitMs: 0 }), null);
    const elsewhere = await acquireLock(join(folder, 'b.lock'), { waitMs: 0 });
    await elsewhere?.release();
    assert.ok(elsewhere);
    const waiting = acquireLock(path, { waitMs: 5_000 });
    await first.release();
    const second = await waiting;
    assert.ok(second);
    await second.release();
  }));

test('waiting for a lock ends at its timeout or when its signal is aborted', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'a.lock');
    const first = await acquireLock(path, { waitMs: 0 });
    const startedMs = Date.now();
    assert.equal(await acquireLock(path, { waitMs: 200 }), null);
    const waitedMs = Date.now() - startedMs;
    assert.ok(waitedMs >= 150, `${waitedMs} ms`);
    const stop = new AbortController();
    const waiting = acquireLock(path, { waitMs: Number.POSITIVE_INFINITY, signal: stop.signal });
    stop.abort();
    assert.equal(await waiting, null);
    await first?.release();
  }));

test('between processes a lock has one holder, and is free when the holder is killed', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'a.lock');
    const first = await holder(path);
    try {
      assert.equal(first.got, true);
      assert.equal(await acquireLock(path, { waitMs: 0 }), null);
      const second = await holder(path);
      await second.kill();
      assert.equal(second.got, false);
    } finally {
      await first.kill();
    }
    const mine = await acquireLock(path, { waitMs: 1_000 });
    assert.ok(mine);
    await mine.release();
  }));

test('a lock that cannot be created is an error', () =>
  withFolder(async (folder) => {
    await assert.rejects(acquireLock(join(folder, 'missing', 'a.lock'), { waitMs: 0 }));
  }));

test('the holder notices that its lock file was deleted, and a waiter takes the new file', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'a.lock');
    const first = await acquireLock(path, { waitMs: 0 });
    assert.equal(first?.holds(), true);
    const waiting = acquireLock(path, { waitMs: 5_000 });
    rmSync(path);
    assert.equal(first?.holds(), false);
    const second = await waiting;
    assert.equal(second?.holds(), true);
    assert.equal(await acquireLock(path, { waitMs: 0 }), null);
    await first?.release();
    assert.equal(await acquireLock(path, { waitMs: 0 }), null);
    await second?.release();
  }));
