import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CorpusAnswer, type DropsAnswer, postRecords } from '../support/client.ts';
import { answers, inTempDir, runJob, sleep, startInstance } from '../support/instance.ts';
import { type Cut, eachCut, RECORDS, recordLoad, recordsOf } from './power.ts';
import { makeLibrary } from './preloaded.ts';

/**
 * Power cuts, followed by the start of a real instance on the remaining files. The instance starts and has every
 * receipt. Once all uploads are sent again, its facts equal those of an instance that never lost power.
 */

const CUTS = 6;

const made = makeLibrary('recorder');
const skip = 'missing' in made ? `no power was cut: ${made.missing}` : false;

async function startOn({ dataDir, due, told }: Cut, uploads: number): Promise<void> {
  const instance = await startInstance({ dataDir, env: { TW_SNAPSHOT_INTERVAL_S: '1' } });
  try {
    for (let upload = 0; upload < uploads; upload++) {
      const { status, receipt } = await postRecords(instance.url, recordsOf(upload));
      assert.equal(status, 200, told);
      const repeats = receipt.accepted!.filter(({ duplicate }) => duplicate).length;
      if (due.includes(upload)) assert.equal(repeats, RECORDS, `upload ${upload} was lost by ${told}`);
      else assert.ok(repeats === 0 || repeats === RECORDS, `upload ${upload} is there in part after ${told}`);
    }
    assert.equal((await runJob(dataDir, ['snapshot'])).code, 0, told);
    const { rates, stats } = (await (await fetch(`${instance.url}/api/rollups/drops`)).json()) as DropsAnswer;
    const windows = (uploads * RECORDS) / 4;
    assert.deepEqual([stats.uploads, stats.records], [uploads, uploads * RECORDS], told);
    assert.deepEqual(
      rates.map((rate) => [rate.sourceNpcId, rate.itemId, rate.kills, rate.drops, rate.reporters]).sort(),
      [1, 2, 3, 4].map((npc) => [npc, 99 + npc, windows, windows, 3]),
      told,
    );
    while (!(await answers(`${instance.url}/api/corpus/public?limit=1`))) await sleep(50);
    const corpus = (await (await fetch(`${instance.url}/api/corpus/public?limit=1`)).json()) as CorpusAnswer;
    assert.equal(corpus.total, uploads * RECORDS, told);
    assert.equal(await instance.stop(), 0, instance.log());
    assert.ok(!/"event":"uploads\.(?:lost|damaged)"/.test(instance.log()), `${told}: ${instance.log()}`);
    const verified = await runJob(dataDir, ['verify', '--quiet']);
    assert.equal(verified.code, 0, `${told}: ${verified.stderr}`);
  } finally {
    await instance.kill();
  }
}

test(`an instance starts after each of ${CUTS} power cuts, and its facts are as without them`, { skip }, () =>
  inTempDir(async (dir) => {
    if ('missing' in made) return;
    const load = await recordLoad(dir, { library: made.library, receipts: 60, atLeastMs: 4_000 });
    const uploads = Math.max(...load.receipts.map(({ upload }) => upload)) + 1;
    await eachCut(load, CUTS, (cut) => startOn(cut, uploads));
  }),
);
