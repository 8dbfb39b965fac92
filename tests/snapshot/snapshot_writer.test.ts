import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CorpusAddition, SnapshotChange } from '../../domain/ports/snapshots.ts';
import type { DropFacts } from '../../domain/rollups/drops.ts';
import { LIBSQL, must, published, STORES, type Stores } from './support.ts';

const COUNTS = { uploads: 1, legacyRecords: 2, lootUploads: 3, lootRecords: 4, lootWindows: 5, queued: 6 };

const write = async (
  on: Stores,
  corpus: readonly CorpusAddition[],
  drops: readonly DropFacts[] = [],
): Promise<void> => {
  const n = (must(await on.snapshots.newest())?.n ?? 0) + 1;
  const row: SnapshotChange['row'] = { n, writtenAtMs: 1.7e12 + n, dataAsOfMs: null, step: n, seq: n, ...COUNTS };
  const written = must(await on.snapshots.write({ row, corpus, drops }));
  assert.deepEqual(must(await on.snapshots.newest()), written);
  const { corpusPlaces: _c, ratePlaces: _r, zeroPlaces: _z, ...rest } = written;
  assert.deepEqual(rest, row);
};

/** A public source; with no items it is a measured zero. */
const source = (
  id: number,
  kills: number,
  items: readonly [number, number][],
  type: 'npc' | 'object' = 'npc',
): DropFacts => ({
  source: { type, id },
  public: true,
  kills,
  reporters: 3,
  measuredZero: items.length === 0,
  items: items.map(([itemId, drops]) => ({ itemId, drops })),
});

const gone = (id: number): DropFacts => ({ ...source(id, 9, []), public: false, reporters: 2, measuredZero: false });

const rows = (kind: string, from: number, to: number): CorpusAddition => ({
  kind,
  rows: Array.from({ length: to - from }, (_, i) => `{"n":${from + i},"name":"Élan ☃ ${'x'.repeat((from + i) % 7)}"}`),
});

const STEPS: readonly (readonly number[])[] = [
  [1],
  [499],
  [500],
  [501],
  [499, 500],
  [499, 501],
  [500, 501],
  [3, 1002],
  [500, 1000, 1001],
];

for (const stores of STORES) {
  test(`rows of a kind keep their places, however many come at a time (${stores.name})`, async (t) => {
    for (const ends of STEPS) {
      await t.test(ends.join(', '), () =>
        stores.with(async (on) => {
          let from = 0;
          for (const to of ends) {
            await write(on, [rows('loot', from, to), rows('quest', from, to)]);
            from = to;
          }
          const { corpus, row } = await published(on.reader);
          assert.deepEqual(corpus, { loot: rows('loot', 0, from).rows, quest: rows('quest', 0, from).rows });
          assert.equal(row.corpusPlaces, 2 * from);
        }),
      );
    }
  });

  test(`the ledger counts each appending snapshot, kinds in name order (${stores.name})`, () =>
    stores.with(async (on) => {
      await write(on, [rows('quest', 0, 2)]);
      await write(on, []);
      await write(on, [rows('loot', 0, 3), rows('vendor', 0, 1)]);
      must(await on.reader.refresh());
      const ledger = must(await on.reader.view())?.corpus;
      assert.deepEqual(ledger?.snapshots, [1, 3]);
      assert.deepEqual(
        [...ledger!.counts].map(([kind, counts]) => [kind, [...Array.from(counts)]]),
        [
          ['loot', [0, 3]],
          ['quest', [2, 2]],
          ['vendor', [0, 1]],
        ],
      );
    }));

  test(`new rates and zeros take the next places by source and item (${stores.name})`, () =>
    stores.with(async (on) => {
      await write(
        on,
        [],
        [
          source(10, 4, [
            [3, 1],
            [2, 4],
          ]),
          source(9, 4, []),
          source(5, 6, [[1, 1]], 'object'),
          source(2, 4, []),
        ],
      );
      await write(on, [], [source(1, 3, [[8, 1]]), source(1, 3, [], 'object')]);
      const { rates, zeros, row } = await published(on.reader);
      assert.deepEqual(rates, [
        'npc 10 item 2: 4/4 by 3',
        'npc 10 item 3: 1/4 by 3',
        'object 5 item 1: 1/6 by 3',
        'npc 1 item 8: 1/3 by 3',
      ]);
      assert.deepEqual(zeros, ['npc 2: 0/4 by 3', 'npc 9: 0/4 by 3', 'object 1: 0/3 by 3']);
      assert.deepEqual([row.ratePlaces, row.zeroPlaces], [4, 3]);
    }));

  test(`what stands keeps its place and gets its new figures; stating it again changes nothing (${stores.name})`, () =>
    stores.with(async (on) => {
      await write(
        on,
        [],
        [
          source(5, 4, [
            [1, 1],
            [2, 2],
          ]),
          source(6, 3, []),
        ],
      );
      await write(
        on,
        [],
        [
          {
            ...source(5, 9, [
              [2, 7],
              [3, 1],
            ]),
            reporters: 4,
          },
          source(6, 8, []),
        ],
      );
      const first = await published(on.reader);
      assert.deepEqual(first.rates, ['npc 5 item 1: 1/9 by 4', 'npc 5 item 2: 7/9 by 4', 'npc 5 item 3: 1/9 by 4']);
      assert.deepEqual(first.zeros, ['npc 6: 0/8 by 3']);
      await write(
        on,
        [],
        [
          {
            ...source(5, 9, [
              [2, 7],
              [3, 1],
            ]),
            reporters: 4,
          },
          source(6, 8, []),
        ],
      );
      const second = await published(on.reader);
      assert.deepEqual([second.rates, second.zeros], [first.rates, first.zeros]);
      assert.deepEqual([second.row.ratePlaces, second.row.zeroPlaces], [3, 1]);
    }));

  test(`a withdrawn row leaves a gap, and takes a new place when it is public again (${stores.name})`, () =>
    stores.with(async (on) => {
      await write(
        on,
        [],
        [
          source(5, 3, []),
          source(6, 3, [
            [1, 1],
            [2, 1],
          ]),
          source(7, 3, [[1, 1]]),
        ],
      );
      await write(on, [], [source(5, 4, [[9, 1]])]);
      await write(on, [], [gone(6), gone(8)]);
      await write(on, [], [source(6, 4, [[2, 1]])]);
      const { rates, zeros, row } = await published(on.reader);
      const view = must(await on.reader.view());
      assert.deepEqual(rates, ['npc 7 item 1: 1/3 by 3', 'npc 5 item 9: 1/4 by 3', 'npc 6 item 2: 1/4 by 3']);
      assert.deepEqual(zeros, []);
      assert.deepEqual(view?.rateGaps, [
        { place: 0, snapshot: 3 },
        { place: 1, snapshot: 3 },
      ]);
      assert.deepEqual(view?.zeroGaps, [{ place: 0, snapshot: 2 }]);
      assert.deepEqual([row.ratePlaces, row.zeroPlaces], [5, 1]);
    }));
}

test('a snapshot number is written once, and what fails leaves nothing', () =>
  LIBSQL.with(async (on) => {
    await write(on, [rows('loot', 0, 1)]);
    const row = must(await on.snapshots.newest())!;
    await assert.rejects(on.snapshots.write({ row, corpus: [rows('loot', 1, 2)], drops: [source(5, 3, [])] }));
    const after = await published(on.reader);
    assert.deepEqual([after.row, after.corpus['loot']?.length, after.zeros], [row, 1, []]);
  }));
