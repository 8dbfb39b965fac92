import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '../../runner/properties.ts';
import { lootHistory as lootWorld, history as smallWorld } from './small_world.ts';
import {
  AT_THE_END,
  facts,
  kept,
  listedUploads,
  type Sketch,
  smallBounds,
  snap,
  withOracle,
  withStores,
} from './support.ts';

/**
 * Half of the histories contain only loot, because loot tallies have the most details to keep apart. Some installs send
 * over IPv6.
 */
const history = fc
  .tuple(fc.oneof(smallWorld(16), lootWorld(16)), fc.subarray([1, 2, 3, 4]))
  .map(([sketches, ipv6]) => sketches.map((sketch) => ({ ...sketch, ipv6: ipv6.includes(sketch.install ?? 1) })));

/** Counts witnesses of different address families separately. */
const APART = { witnessNetworks: 2 };

/**
 * How the records arrive: the share received before each run, and the maximum number of records per chunk and snapshot.
 */
const runs = fc.array(
  fc.record({
    /** Share of all records received so far, in percent. */
    percent: fc.integer({ min: 0, max: 100 }),
    records: fc.integer({ min: 1, max: 7 }),
    chunk: fc.integer({ min: 1, max: 4 }),
    /** How long facts are postponed while more records are waiting. */
    factsEveryMs: fc.constantFrom(0, AT_THE_END),
  }),
  { maxLength: 4, size: 'max' },
);

type Runs = typeof runs extends fc.Arbitrary<infer T> ? T : never;

function afterRuns(sketches: readonly Sketch[], steps: Runs, keep = withStores): Promise<unknown> {
  return keep(async (on) => {
    const records = kept(sketches);
    const inOrder = [...steps].sort((a, b) => a.percent - b.percent);
    for (const { percent, records: most, chunk, factsEveryMs } of inOrder) {
      const run = await snap(on, listedUploads(records, Math.floor((percent * records.length) / 100)), {
        bounds: smallBounds(most, chunk, factsEveryMs),
        ...APART,
      });
      assert.ok(run.ok);
    }
    assert.ok((await snap(on, listedUploads(records), APART)).ok);
    return facts(on.store);
  });
}

test('with any runs, chunks and snapshots, the facts equal those of a rebuild', () =>
  fc.assert(
    fc.asyncProperty(history, runs, async (sketches, steps) => {
      assert.deepEqual(await afterRuns(sketches, steps), await afterRuns(sketches, []));
    }),
    { numRuns: propertyRuns(25) },
  ));

test('the facts do not depend on the order of the uploads', () =>
  fc.assert(
    fc.asyncProperty(history, fc.infiniteStream(fc.nat()), async (sketches, keys) => {
      const uploads = [...new Set(sketches.map((sketch) => sketch.upload))];
      const shuffled = uploads
        .map((upload) => ({ upload, key: keys.next().value }))
        .sort((a, b) => a.key - b.key)
        .flatMap(({ upload }) => sketches.filter((sketch) => sketch.upload === upload));
      const withEvents = (list: typeof sketches): readonly Sketch[] =>
        list.map((sketch) => ({ ...sketch, event: `event-${sketches.indexOf(sketch)}` }));
      assert.deepEqual(await afterRuns(withEvents(shuffled), []), await afterRuns(withEvents(sketches), []));
    }),
    { numRuns: propertyRuns(25) },
  ));

test('both evidence stores publish the same', () =>
  fc.assert(
    fc.asyncProperty(history, runs, async (sketches, steps) => {
      assert.deepEqual(await afterRuns(sketches, steps), await afterRuns(sketches, steps, withOracle));
    }),
    { numRuns: propertyRuns(15) },
  ));
