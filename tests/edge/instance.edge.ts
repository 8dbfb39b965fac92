import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCurrentEpoch, toDataDir } from '../../adapters/data_folder/data_dir.ts';
import { openWriter } from '../../adapters/libsql/database.ts';
import { assertSame, copyFromBase } from '../support/copies.ts';
import { inTempDir, runJob, startInstance } from '../support/instance.ts';
import { item, npc, world } from '../support/world.ts';
import { createSqld, findSqld } from './sqld.ts';

/** Tests an instance that publishes (TW_PUBLISH_URL), from an upload to the server's rows. */

const found = findSqld();
const skip = 'missing' in found ? found.missing : false;
const TOKEN = 'a-token-that-stands-in-no-log';
const INSTALLS = ['north-install-0001', 'south-install-0002', 'west-install-00003'];

async function within(what: string, seconds: number, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, `${what} within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

test('uploads, rebuilds and erasures reach the server, even if it was down in the meantime', {
  skip,
}, async (t) => {
  if ('missing' in found) return;
  await inTempDir(async (folder) => {
    const sqld = await createSqld(found.program, folder);
    await sqld.start();
    const env = { TW_PUBLISH_URL: sqld.url, TW_PUBLISH_TOKEN: TOKEN, TW_SNAPSHOT_INTERVAL_S: '2' };
    const root = `${folder}/data`;
    const instance = await startInstance({ dataDir: root, env });
    const dir = toDataDir(root);
    const uploads = (id: number) =>
      world()
        .installs(INSTALLS, (install) => install.event(`loot:${id}`).looted(npc(id), item(id)))
        .sendTo(instance.url);
    /** Whether a copy built from the server has these NPCs' drops alone, and all else as the instance has it. */
    const has = async (npcs: readonly number[]): Promise<boolean> => {
      const server = sqld.connect();
      try {
        await copyFromBase(server, `${folder}/copy.db`);
        const copy = await openWriter(`${folder}/copy.db`, { create: false, unfinished: true });
        try {
          const { rows } = await copy.execute(`select a from rows where list = 'sources' and until = 0 order by 1`);
          if (JSON.stringify(rows.map((row) => Number(row[0]))) !== JSON.stringify(npcs)) return false;
          await assertSame(dir.snapshotDb(readCurrentEpoch(dir)!), copy);
          return true;
        } finally {
          copy.close();
        }
      } catch {
        return false;
      } finally {
        server.close();
      }
    };
    const job = async (...args: string[]): Promise<void> => {
      const { code, stderr } = await runJob(root, args, env);
      assert.equal(code, 0, stderr);
    };
    try {
      await uploads(5);
      await within('the first upload', 30, () => has([5]));
      await uploads(6);
      await within('the second upload', 30, () => has([5, 6]));

      await sqld.kill();
      await uploads(7);
      await within('a line of the log', 30, async () => instance.log().includes('publish.failed'));
      await within('the drop here', 30, async () => {
        const drops = await fetch(`${instance.url}/api/rollups/drops`);
        return JSON.stringify(await drops.json()).includes('"sourceNpcId":7');
      });
      await sqld.start();
      await within('what came meanwhile', 60, () => has([5, 6, 7]));

      await job('rebuild');
      await within('the new epoch', 30, () => has([5, 6, 7]));
      await job('erase', '--install', INSTALLS[0]!);
      await within('the erasure', 30, () => has([]));
    } finally {
      await instance.stop();
      await sqld.kill();
    }
    const lines = instance
      .log()
      .split('\n')
      .filter((line) => line.includes('"publish.'));
    for (const line of lines) t.diagnostic(line);
    const sent = lines.flatMap((line) => /"sent":"(\w+)"/.exec(line)?.[1] ?? []);
    const whole = sent.filter((how) => how === 'whole').length;
    assert.equal(whole, 3, 'the first epoch, the one built anew, and what an erasure left');
    assert.ok(!instance.log().includes(TOKEN));
  });
});
