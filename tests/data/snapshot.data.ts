import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LootRecord } from '../../domain/families/drops.ts';
import { kept, listedUploads, published, type Sketch, snap, withStores } from '../snapshot/support.ts';
import { expectedDrops, factsOf, fixtureRecords } from './loot_fixture.ts';

const RECORDS_PER_UPLOAD = 500;

interface FixtureRecord extends LootRecord {
  readonly kind: string;
  readonly installId: string;
  readonly eventId: string;
  readonly capturedAt: string;
}

/** The fixture as it is kept. */
const fixture = (): ReturnType<typeof kept> => {
  const records = fixtureRecords() as FixtureRecord[];
  const installs = [...new Set(records.map((record) => record.installId))];
  return kept(
    records.map(
      ({ kind, installId, eventId, capturedAt, ...fields }, i): Sketch => ({
        ...{ kind, event: eventId, capturedAt, fields: { ...fields } },
        install: installs.indexOf(installId) + 1,
        upload: Math.floor(i / RECORDS_PER_UPLOAD) + 1,
      }),
    ),
  );
};

test('the fixture gives the figures expected of it, taken in at once or in steps', async () => {
  const records = fixture();
  const expected = expectedDrops();
  const { totals } = expected;
  for (const steps of [[totals.records], [1, 999, 4000, totals.records]]) {
    await withStores(async (on) => {
      for (const upTo of steps) assert.ok((await snap(on, listedUploads(records, upTo))).ok);
      const { row, rates, zeros, corpus } = await published(on.reader);
      const zeroFacts = zeros.map((zero) => zero.replace(': 0/', ' zero: '));
      assert.deepEqual([...rates, ...zeroFacts].sort(), factsOf(expected));
      assert.deepEqual([rates.length, zeros.length], [totals.publicRates, totals.measuredZeros]);
      assert.equal(row.queued, totals.queuedRatesPlusZeros);
      assert.equal(row.legacyRecords, totals.withoutEvidence);
      assert.equal(corpus['loot']?.length, totals.records - totals.withoutEvidence);
    });
  }
});
