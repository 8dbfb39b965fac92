import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lootHistory as lootWorld, history as smallWorld } from './small_world.ts';
import { facts, kept, listedUploads, type Sketch, STORES, type StoresKind, smallBounds, snap } from './support.ts';

/** Half of the records tell of loot, whose tallies have most to keep apart. */
const history = fc.oneof(smallWorld(16), lootWorld(16));

/** How the records come in: how far at each run, and how much a chunk and a snapshot take. */
const runs = fc.array(
  fc.record({
    /** Of a hundred records, how many have come. */
    percent: fc.integer({ min: 0, max: 100 }),
    records: fc.integer({ min: 1, max: 7 }),
    chunk: fc.integer({ min: 1, max: 4 }),
  }),
  { maxLength: 4, size: 'max' },
);

type Runs = typeof runs extends fc.Arbitrary<infer T> ? T : never;

const afterRuns = (stores: StoresKind, sketches: readonly Sketch[], steps: Runs): Promise<unknown> =>
  stores.with(async (on) => {
    const records = kept(sketches);
    const inOrder = [...steps].sort((a, b) => a.percent - b.percent);
    for (const { percent, records: most, chunk } of inOrder) {
      const run = await snap(on, listedUploads(records, Math.floor((percent * records.length) / 100)), {
        bounds: smallBounds(most, chunk),
      });
      assert.ok(run.ok);
    }
    assert.ok((await snap(on, listedUploads(records))).ok);
    return facts(on.reader);
  });

const TRIES = { memory: 150, libSQL: 15 } as const;

for (const stores of STORES) {
  test(`whatever the runs, chunks and snapshots, the facts are those of a rebuild (${stores.name})`, () =>
    fc.assert(
      fc.asyncProperty(history, runs, async (sketches, steps) => {
        assert.deepEqual(await afterRuns(stores, sketches, steps), await afterRuns(stores, sketches, []));
      }),
      { numRuns: TRIES[stores.name] },
    ));
}

test('whatever the order of the uploads, the facts are the same', () =>
  fc.assert(
    fc.asyncProperty(history, fc.infiniteStream(fc.nat()), async (sketches, keys) => {
      const uploads = [...new Set(sketches.map((sketch) => sketch.upload))];
      const shuffled = uploads
        .map((upload) => ({ upload, key: keys.next().value }))
        .sort((a, b) => a.key - b.key)
        .flatMap(({ upload }) => sketches.filter((sketch) => sketch.upload === upload));
      const withEvents = (list: typeof sketches): readonly Sketch[] =>
        list.map((sketch) => ({ ...sketch, event: `event-${sketches.indexOf(sketch)}` }));
      const [memory] = STORES;
      assert.deepEqual(
        await afterRuns(memory!, withEvents(shuffled), []),
        await afterRuns(memory!, withEvents(sketches), []),
      );
    }),
    { numRuns: 150 },
  ));

test('memory and libSQL publish the same', () =>
  fc.assert(
    fc.asyncProperty(history, runs, async (sketches, steps) => {
      const [memory, libsql] = STORES;
      assert.deepEqual(await afterRuns(libsql!, sketches, steps), await afterRuns(memory!, sketches, steps));
    }),
    { numRuns: 15 },
  ));
