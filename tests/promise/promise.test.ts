import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataDir } from '../../adapters/data_folder/data_dir.ts';
import { snapshotJob } from '../../jobs/commands/snapshot.ts';
import { toolsOn } from '../jobs/killable.ts';
import { type CorpusAnswer, type DropsAnswer, postRecords, walk } from '../support/client.ts';
import { filesBelow, holdsText } from '../support/files_below.ts';
import { inTempDir, startInstance } from '../support/instance.ts';
import { item, npc, world } from '../support/world.ts';

const INSTALLS = ['north-install-0001', 'south-install-0002', 'west-install-00003'] as const;
const [NORTH] = INSTALLS;
const NPC = 6;
const ITEM = 2589;

/** Tests the main promise with a real instance and its builder. `npm run test:all` tests each part of it in depth. */
test('a fact is public from its third install until one of them erases what it sent', () =>
  inTempDir(async (dataDir) => {
    const instance = await startInstance({ dataDir });
    const { url } = instance;
    const tools = toolsOn(createDataDir(dataDir));
    const upload = async (install: string): Promise<void> => {
      const records = world().install(install).event('window:1').looted(npc(NPC), item(ITEM)).records();
      for (const duplicate of [false, true]) {
        const { status, receipt } = await postRecords(url, records);
        assert.equal(status, 200);
        assert.deepEqual([receipt.ok, receipt.persisted, receipt.rejected], [true, true, []]);
        assert.deepEqual(receipt.accepted, [{ index: 0, kind: 'loot', eventId: 'window:1', duplicate }]);
      }
    };
    // Runs in this process, which saves starting a program for each snapshot.
    const takeSnapshot = async (): Promise<void> => {
      const done = await snapshotJob.run(tools, { option: () => null, flag: () => false, words: [] });
      assert.ok(done.ok, JSON.stringify(done));
    };
    const readRates = async () => {
      const [answer] = await walk<DropsAnswer>(url, '/api/rollups/drops');
      return answer?.rates.map(({ sourceNpcId, itemId, kills, drops }) => [sourceNpcId, itemId, kills, drops]);
    };
    const pageNamesItem = async (): Promise<boolean> =>
      (await (await fetch(`${url}/npc/${NPC}`)).text()).includes(String(ITEM));
    try {
      for (const install of INSTALLS.slice(0, 2)) await upload(install);
      await takeSnapshot();
      assert.deepEqual([await readRates(), await pageNamesItem()], [[], false], 'two installs make nothing public');

      await upload(INSTALLS[2]);
      await takeSnapshot();
      assert.deepEqual([await readRates(), await pageNamesItem()], [[[NPC, ITEM, 3, 3]], true]);
      const [feed] = await walk<CorpusAnswer>(url, '/api/corpus/public');
      assert.equal(feed?.total, 3, 'a record that was sent twice counts once');
      for (const install of INSTALLS) assert.ok(!JSON.stringify(feed).includes(install), 'installs stay private');

      const body = new URLSearchParams({ install: NORTH, confirm: 'ERASE' });
      const erased = await fetch(`${url}/connect/erase`, { method: 'POST', headers: { origin: url }, body });
      assert.equal(erased.status, 200);
      await takeSnapshot();
      assert.deepEqual([await readRates(), await pageNamesItem()], [[], false], 'two installs are left');
      assert.equal(await instance.stop(), 0);
      assert.deepEqual(filesBelow(dataDir).filter(holdsText(NORTH)), [], 'no file holds the erased install');
    } finally {
      await instance.kill();
    }
  }));
