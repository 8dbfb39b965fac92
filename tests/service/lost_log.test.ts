import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTempDir, startInstance } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { item, npc, world } from '../support/world.ts';

test('uploads that were lost with the log after a kill are noticed by the next start, the builder and verify', () =>
  inTempDir(async (dir) => {
    const dataDir = join(dir, 'data');
    const looter = (i: number) =>
      world()
        .install(`install-number-${i % 3}`)
        .event(`event-${i}`);
    const send = (url: string, i: number) => looter(i).looted(npc(40), item(700)).sendTo(url);
    const before = await startInstance({ dataDir });
    await send(before.url, 0);
    assert.equal(await before.stop(), 0);
    const instance = await startInstance({ dataDir });
    for (let i = 1; i <= 12; i++) await send(instance.url, i);
    await sleep(2_000);
    await instance.kill();
    rmSync(join(dataDir, 'uploads.db-wal'));
    rmSync(join(dataDir, 'uploads.db-shm'), { force: true });

    const again = await startInstance({ dataDir });
    try {
      const lost = await runJobHere(dataDir, ['snapshot', '--quiet']);
      assert.match(lost.stderr, /"level":"error".*"event":"uploads\.lost"/);
      const verified = await runJobHere(dataDir, ['verify', '--quiet'], { TW_LOG: 'off' });
      assert.equal(verified.code, 1);
      assert.match(verified.stderr, /^The chain ends with link 1, but link 13 was noted outside the database: /);
      // The service compares the chain with its noted link within a second of its start.
      const told = /"level":"error".*"event":"uploads\.lost","noted":13,/;
      for (let waited = 0; waited < 5_000 && !told.test(again.log()); waited += 50) await sleep(50);
      assert.match(again.log(), told);
    } finally {
      assert.equal(await again.stop(), 0);
    }
  }));
