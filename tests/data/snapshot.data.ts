import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JudgedLootRecord } from '../../domain/families/drops.ts';
import { kept, listedUploads, published, type Sketch, snap, withStores } from '../domain/snapshot/support.ts';
import { expectedDrops, factsOf, fixtureRecords } from './loot_fixture.ts';

const RECORDS_PER_UPLOAD = 500;

interface FixtureRecord extends JudgedLootRecord {
  readonly kind: string;
  readonly installId: string;
  readonly eventId: string;
  readonly capturedAt: string;
}

/**
 * Computes, directly from the records, the installs of each public rate and measured zero, and the most windows of one
 * install.
 */
function sharesOf(records: readonly FixtureRecord[]): readonly string[] {
  const windows = new Map<string, Map<string, number>>();
  const seen = new Map<string, Map<number, Set<string>>>();
  for (const { installId, sourceNpcId: npc, sourceObjectId: object, sourceEvidence, items } of records) {
    if (sourceEvidence !== 'loot-api' || (npc === undefined) === (object === undefined)) continue;
    const source = npc === undefined ? `object ${object}` : `npc ${npc}`;
    const own = windows.get(source) ?? new Map<string, number>();
    windows.set(source, own.set(installId, (own.get(installId) ?? 0) + 1));
    const drops = seen.get(source) ?? new Map<number, Set<string>>();
    seen.set(source, drops);
    for (const { itemId } of items) drops.set(itemId, (drops.get(itemId) ?? new Set()).add(installId));
  }
  return [...windows].flatMap(([source, own]) => {
    if (own.size < 3) return [];
    const each = [...own.values()];
    const share = `${Math.max(...each)}/${each.reduce((sum, count) => sum + count, 0)}`;
    const drops = [...seen.get(source)!];
    return drops.length === 0
      ? [`${source}: ${share}`]
      : drops.map(([itemId, by]) => `${source} item ${itemId}: ${by.size}, ${share}`);
  });
}

/** Returns the fixture as stored records. */
function fixture(): ReturnType<typeof kept> {
  const records = fixtureRecords() as FixtureRecord[];
  const installs = [...new Set(records.map((record) => record.installId))];
  return kept(
    records.map(
      ({ kind, installId, eventId, capturedAt, ...fields }, i): Sketch => ({
        kind,
        event: eventId,
        at: capturedAt,
        fields: { ...fields },
        install: installs.indexOf(installId) + 1,
        upload: Math.floor(i / RECORDS_PER_UPLOAD) + 1,
      }),
    ),
  );
}

test('the fixture gives the expected figures in one snapshot or in steps', async () => {
  const records = fixture();
  const expected = expectedDrops();
  const { totals } = expected;
  for (const steps of [[totals.records], [1, 999, 4000, totals.records]]) {
    await withStores(async (on) => {
      for (const upTo of steps) assert.ok((await snap(on, listedUploads(records, upTo))).ok);
      const { row, rates, zeros, shares, corpus } = await published(on.store);
      const zeroFacts = zeros.map((zero) => zero.replace(': 0/', ' zero: '));
      assert.deepEqual([...rates, ...zeroFacts].sort(), factsOf(expected));
      assert.deepEqual([...shares].sort(), [...sharesOf(fixtureRecords() as FixtureRecord[])].sort());
      assert.deepEqual([rates.length, zeros.length], [totals.publicRates, totals.measuredZeros]);
      assert.equal(row.queued, totals.queuedRatesPlusZeros);
      assert.equal(row.legacyRecords, totals.withoutEvidence);
      assert.equal(corpus['loot']?.length, totals.records - totals.withoutEvidence);
    });
  }
});
