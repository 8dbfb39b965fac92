import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../bench/world.ts';
import { propertyRuns } from '../runner/properties.ts';
import { type DropsAnswer, postRecords, walk } from '../support/client.ts';
import { type Instance, inTempDir, runJob, sleep, startInstance } from '../support/instance.ts';
import { item, npc, world } from '../support/world.ts';

/** Each kill is a random try, and costs a start. A shorter run tries others each time. */
const KILLS = Math.max(8, propertyRuns(30));
const RECORDS = 40;

/** Returns an upload of three installs that take turns, so the sources are public once all have reported. */
function uploadOf(n: number) {
  const upload = world();
  for (let i = 0; i < RECORDS; i++) {
    upload
      .install(i % 3)
      .event(`w:${n}:${i}`)
      .looted(npc(1 + (i % 4)), item(100 + (i % 4)));
  }
  return upload.records();
}

test(`${KILLS} random kills lose no receipt and count none twice`, async (t) => {
  await inTempDir(async (dataDir) => {
    const seed = Math.floor(Math.random() * 1_000_000);
    t.diagnostic(`seed ${seed}`);
    const random = seeded(seed);
    // A snapshot every second, so that some kills hit the intake and others the builder.
    const env = { TW_SNAPSHOT_INTERVAL_S: '1' };
    const receipted = new Set<number>();
    const sent = new Set<number>();
    let n = 0;

    const postUntilDead = async (instance: Instance): Promise<void> => {
      for (;;) {
        const upload = n++;
        sent.add(upload);
        try {
          const { status } = await postRecords(instance.url, uploadOf(upload));
          if (status === 200) receipted.add(upload);
        } catch {
          return;
        }
      }
    };

    let instance = await startInstance({ dataDir, env, readyPath: '/api/rollups/drops' });
    try {
      for (let kill = 0; kill < KILLS; kill++) {
        const posting = postUntilDead(instance);
        const receiptsMin = kill % 2 === 0 ? receipted.size + 2 : 0;
        await sleep(random() * 500);
        // Half of the kills wait for receipts, however slow the machine is.
        for (let waits = 0; receipted.size < receiptsMin && waits < 1_000; waits++) await sleep(10);
        await instance.kill();
        await posting;
        instance = await startInstance({ dataDir, env, readyPath: '/api/rollups/drops' });
      }
      assert.ok(receipted.size >= KILLS, `only ${receipted.size} receipts`);
      // Uploads that were not answered may or may not be stored. Sending them again must not count them twice.
      for (const upload of sent) {
        const { status, receipt } = await postRecords(instance.url, uploadOf(upload));
        assert.equal(status, 200);
        const repeats = receipt.accepted?.filter((one) => one.duplicate).length;
        if (receipted.has(upload)) assert.equal(repeats, RECORDS, `upload ${upload} was lost`);
        else assert.ok(repeats === 0 || repeats === RECORDS, `upload ${upload} was half stored`);
      }
      assert.equal((await runJob(dataDir, ['snapshot'])).code, 0);
      const [page] = await walk<DropsAnswer>(instance.url, '/api/rollups/drops');
      assert.equal(page?.stats.records, sent.size * RECORDS);
      assert.equal(page?.stats.uploads, sent.size);
      assert.deepEqual(
        page?.rates.map((rate) => [rate.sourceNpcId, rate.itemId, rate.kills, rate.drops, rate.reporters]).sort(),
        [1, 2, 3, 4].map((npc) => [npc, 99 + npc, (sent.size * RECORDS) / 4, (sent.size * RECORDS) / 4, 3]),
      );
      const total = (await walk(instance.url, '/api/corpus/public?limit=500')).at(0)?.total;
      assert.equal(total, sent.size * RECORDS);
    } finally {
      await instance.kill();
    }
  });
});
