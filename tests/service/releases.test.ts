import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { ANSWERS_FILE, type Answers, answersOf, fixtureUploads, releaseFolders } from '../fixtures/releases.ts';
import { type DropsAnswer, postRecords, walk } from '../support/client.ts';
import { inTempDir, runJob, startInstance } from '../support/instance.ts';
import { loot } from '../support/records.ts';

/** A release with more roll-ups builds the public facts anew, so that rows stand in another order. */
const inAnyOrder = ({ drops, corpus }: Answers): unknown => {
  const sorted = (rows: readonly unknown[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort();
  return {
    drops: { ...drops, rates: sorted(drops.rates), measuredZeros: sorted(drops.measuredZeros) },
    corpus: { ...corpus, records: sorted(corpus.records) },
  };
};

for (const folder of releaseFolders()) {
  test(`the data folder of release ${basename(folder)} opens, answers the same, and goes on`, () =>
    inTempDir(async (dir) => {
      const dataDir = join(dir, 'data');
      cpSync(folder, dataDir, { recursive: true });
      const instance = await startInstance({ dataDir });
      try {
        const expected = JSON.parse(readFileSync(join(folder, ANSWERS_FILE), 'utf8')) as Answers;
        assert.deepEqual(inAnyOrder(await answersOf(instance.url)), inAnyOrder(expected));

        for (const records of fixtureUploads()) {
          const { receipt } = await postRecords(instance.url, records);
          assert.ok(
            receipt.accepted?.every((one) => one.duplicate),
            'what was kept is known again',
          );
        }
        const before = (await walk<DropsAnswer>(instance.url, '/api/rollups/drops'))[0]!;
        await postRecords(instance.url, [
          loot({ install: 'an-install-of-today', event: 'new', npc: 60, items: [800] }),
        ]);
        assert.equal((await runJob(dataDir, ['snapshot'])).code, 0);
        const after = (await walk<DropsAnswer>(instance.url, '/api/rollups/drops'))[0]!;
        assert.equal(after.totalRates, before.totalRates + 1);
        assert.equal(after.queued, before.queued! - 1);
        assert.equal(await instance.stop(), 0);
      } finally {
        await instance.kill();
      }
    }));
}

test('a data folder of some release is kept', () => {
  assert.ok(releaseFolders().length >= 1);
});
