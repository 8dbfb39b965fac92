import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../bench/world.ts';
import { type CorpusAnswer, type DropsAnswer, postRecords, walk } from '../support/client.ts';
import { inTempDir, runJob, startInstance } from '../support/instance.ts';
import { expectedDrops, factsOf, factsOfPages, fixtureRecords } from './loot_fixture.ts';

const UPLOAD_MAX = 2000;

function batches(records: readonly object[], size: () => number): object[][] {
  const all: object[][] = [];
  for (let at = 0; at < records.length; ) {
    const take = Math.min(UPLOAD_MAX, size());
    all.push(records.slice(at, at + take));
    at += take;
  }
  return all;
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/** Asserts that an instance answers what the fixture must give. */
async function assertFixture(url: string): Promise<void> {
  const expected = expectedDrops();
  const pages = await walk<DropsAnswer>(url, '/api/rollups/drops?limit=100');
  assert.deepEqual(factsOfPages(pages), factsOf(expected));
  const [first] = pages;
  assert.ok(first);
  assert.equal(first.totalRates, 310);
  assert.equal(first.totalMeasuredZeros, 4);
  assert.equal(first.queued, 348);
  assert.equal(first.stats.records, expected.totals.records);
  assert.equal(first.stats.lootWindows, expected.totals.records - expected.totals.withoutEvidence);
  const sources = new Set(
    pages.flatMap((page) =>
      [...page.rates, ...page.measuredZeros].map((row) => `${row.sourceNpcId}/${row.sourceObjectId}`),
    ),
  );
  assert.equal(sources.size, 38);
  const corpus = await walk<CorpusAnswer>(url, '/api/corpus/public');
  assert.equal(corpus[0]?.total, expected.totals.records - expected.totals.withoutEvidence);
  assert.equal(corpus[0]?.legacyRecords, expected.totals.withoutEvidence);
  assert.equal(
    corpus.reduce((sum, page) => sum + page.records.length, 0),
    corpus[0]?.total,
  );
}

test('the loot fixture gives exactly the computed facts, posted once and twice', async () => {
  await inTempDir(async (dataDir) => {
    const instance = await startInstance({ dataDir });
    try {
      const uploads = batches(fixtureRecords(), () => UPLOAD_MAX);
      for (const repeat of [false, true]) {
        for (const records of uploads) {
          const { status, receipt } = await postRecords(instance.url, records);
          assert.equal(status, 200);
          assert.ok(receipt.accepted?.every((one) => one.duplicate === repeat));
        }
        assert.equal((await runJob(dataDir, ['snapshot'])).code, 0);
        await assertFixture(instance.url);
        const [page] = await walk<CorpusAnswer>(instance.url, '/api/corpus/public?limit=500&offset=7700');
        assert.equal(page?.uploads, uploads.length);
      }
      assert.equal(await instance.stop(), 0);
    } finally {
      await instance.kill();
    }
  });
});

test('any order and batching, with restarts and snapshots in between, and a rebuild give the same facts', async () => {
  await inTempDir(async (dataDir) => {
    const random = seeded(20261121);
    let instance = await startInstance({ dataDir });
    try {
      const records = shuffled(fixtureRecords(), random);
      const uploads = batches(records, () => 1 + Math.floor(random() * UPLOAD_MAX));
      const again = shuffled(uploads, random).slice(0, 3);
      for (const [i, upload] of [...uploads, ...again].entries()) {
        assert.equal((await postRecords(instance.url, upload)).status, 200);
        if (i % 3 === 1) assert.equal((await runJob(dataDir, ['snapshot'])).code, 0);
        if (i % 4 === 2) {
          assert.equal(await instance.stop(), 0);
          instance = await startInstance({ dataDir });
        }
      }
      assert.equal((await runJob(dataDir, ['snapshot'])).code, 0);
      await assertFixture(instance.url);
      assert.equal((await runJob(dataDir, ['rebuild'])).code, 0);
      await assertFixture(instance.url);
    } finally {
      await instance.kill();
    }
  });
});
