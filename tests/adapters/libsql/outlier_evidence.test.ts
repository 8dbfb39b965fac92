import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openReader } from '../../../adapters/libsql/database.ts';
import { openEvidenceStore } from '../../../adapters/libsql/evidence/store.ts';
import { createComparedEvidence } from '../../../adapters/libsql/outlier_evidence.ts';
import { CLAIM_RULES } from '../../../domain/families/mod.ts';
import { findOutliers, type OutlierEvidence } from '../../../domain/operator/outliers.ts';
import type { AnySource, LootWindow } from '../../../domain/ports/drops.ts';
import type { EvidenceBatch } from '../../../domain/ports/evidence.ts';
import { FIRST_IPV6_WITNESS } from '../../../domain/values/witnesses.ts';
import { EPOCH, withFolder } from '../../domain/snapshot/support.ts';
import { createRandom } from '../../honesty/random.ts';
import { gatherLoot } from '../../support/gather_loot.ts';
import { add, claim, looted, npc, object } from './evidence/evidence_support.ts';

/** Adds batches to an evidence database, and runs `work` on it. */
function withEvidence(batches: readonly Partial<EvidenceBatch>[], work: (evidence: OutlierEvidence) => Promise<void>) {
  return withFolder(async (folder) => {
    const path = join(folder, 'evidence.db');
    const store = await openEvidenceStore(path, { epoch: EPOCH, create: true, rollups: CLAIM_RULES });
    for (const batch of batches) await add(store, batch);
    await store.close();
    const client = await openReader(path);
    try {
      await work(createComparedEvidence(client));
    } finally {
      client.close();
    }
  });
}

/** The same evidence in memory. */
function inMemory(loot: readonly LootWindow[], sources: readonly AnySource[]): OutlierEvidence {
  const of = (source: AnySource) =>
    gatherLoot(loot)
      .filter((one) => one.source.type === source.type && one.source.id === source.id)
      .sort((a, b) => a.installN - b.installN);
  return {
    sources: async function* () {
      yield* sources;
    },
    looters: async function* (source) {
      yield of(source);
    },
    votes: async () => new Map(),
  };
}

async function countPages(pages: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of pages) count++;
  return count;
}

test('liars of a source with very many windows are found in the packed evidence as in memory', async () => {
  const random = createRandom(5);
  const big = npc(1);
  const loot: LootWindow[] = [];
  for (let installN = 1; installN <= 9_000; installN++) {
    const lies = installN === 17 || installN === 4_000;
    const windows = lies ? 900 : 5 + Math.floor(random.uniform() * 30);
    const drops = Array.from({ length: 30 }, (_, i) => {
      const found = lies ? windows : random.binomial(windows, 0.05 + 0.02 * i);
      return [100 + i, found] as const;
    });
    loot.push(...looted(big, installN, windows, ...drops.filter(([, found]) => found > 0)));
  }
  loot.push(...[1, 2].flatMap((installN) => looted(object(3), installN, 5, [7, 5])));
  const batches = Array.from({ length: 10 }, (_, i) => ({ loot: loot.filter(({ installN }) => installN % 10 === i) }));
  await withEvidence(batches, async (evidence) => {
    assert.ok((await countPages(evidence.looters(big))) > 1, 'the source is read in several pages');
    const report = await findOutliers(evidence);
    assert.deepEqual(report.outliers.map(({ installN }) => installN).sort(), [17, 4_000]);
    assert.deepEqual(report, await findOutliers(inMemory(loot, [big])), 'and sources of two installs are left out');
  });
});

test('a vote is compared if three others, and three of four of them, agree', async () => {
  const votes = (subject: string, field: string, values: readonly string[], rollup = 'items') =>
    values.map((value, i) => claim({ rollup, subject, field, value, installN: i + 1 }));
  const claims = [
    ...votes('1', 'name', ['a', 'a', 'a', 'b']),
    ...votes('1', 'quality', ['c', 'c', 'c', 'c']),
    ...votes('2', 'name', ['a', 'a', 'b']),
    ...votes('3', 'name', ['a', 'a', 'a', 'b', 'b']),
    ...votes('4', 'deDE:name', ['a', 'a', 'a', 'a', 'b', 'c'], 'npcs'),
    ...votes('5:6', 'price', ['1', '1', '1', '2'], 'vendor_goods'),
  ];
  // The fourth install sends over IPv6.
  const mixed = claims.map((one) => (one.installN === 4 ? { ...one, installN: FIRST_IPV6_WITNESS + 4 } : one));
  await withEvidence([{ claims: mixed }], async (evidence) => {
    const all = await evidence.votes();
    // Without its own vote, only two others agree on the first name.
    assert.deepEqual(all.get(1), { subjects: 1, differing: 0, example: null });
    assert.deepEqual(all.get(FIRST_IPV6_WITNESS + 4), { subjects: 2, differing: 2, example: 'items 1 name' });
    assert.deepEqual(all.get(5), { subjects: 2, differing: 2, example: 'items 3 name' });
    assert.deepEqual(all.get(6), { subjects: 1, differing: 1, example: 'npcs 4 deDE:name' });
  });
});
