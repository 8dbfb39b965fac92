import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openWriter } from '../../../../adapters/libsql/database.ts';
import type { CorpusAddition, CorpusWithdrawal } from '../../../../domain/ports/corpus.ts';
import type { DropFacts } from '../../../../domain/ports/drops.ts';
import { EPOCH, published, type Stores, withStores } from '../../../domain/snapshot/support.ts';
import { itemRate } from '../../../support/item_rate.ts';
import { snapshotChange } from '../../../support/snapshot_change.ts';

async function write(
  on: Stores,
  corpus: readonly CorpusAddition[],
  drops: readonly DropFacts[] = [],
  corpusWithdrawals: readonly CorpusWithdrawal[] = [],
): Promise<void> {
  const n = ((await on.snapshots.newest())?.n ?? 0) + 1;
  const change = snapshotChange(n, { corpus, drops, corpusWithdrawals });
  const written = await on.snapshots.write(change);
  assert.deepEqual(await on.snapshots.newest(), written);
  const { corpusPlaces: _c, importN: _i, ...rest } = written;
  assert.deepEqual(rest, change.row);
}

/** A public source. Without items, it is a measured zero. */
function source(
  id: number,
  kills: number,
  items: readonly [number, number][],
  type: 'npc' | 'object' = 'npc',
): DropFacts {
  return {
    source: { type, id },
    public: true,
    kills,
    reporters: 3,
    topWindows: Math.ceil(kills / 2),
    measuredZero: items.length === 0,
    items: items.map(([itemId, drops]) => itemRate(itemId, drops, kills)),
  };
}

function gone(id: number): DropFacts {
  return { ...source(id, 9, []), public: false, reporters: 2, measuredZero: false };
}

function rows(kind: string, from: number, to: number): CorpusAddition {
  return {
    kind,
    rows: Array.from(
      { length: to - from },
      (_, i) => `{"n":${from + i},"name":"Élan ☃ ${'x'.repeat((from + i) % 7)}"}`,
    ),
  };
}

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

const WITHDRAWALS: readonly (readonly [name: string, rows: number, gone: readonly number[]])[] = [
  ['none', 120, []],
  ['the first', 120, [0]],
  ['the last', 120, [119]],
  ['at the border of two blocks, named twice', 220, [99, 100, 99]],
  ['a whole block', 220, Array.from({ length: 100 }, (_, i) => 100 + i)],
  ['every row', 130, Array.from({ length: 130 }, (_, i) => i)],
  ['one here and there, in any order', 260, [250, 3, 101, 4, 199, 200]],
];

test('rows of a kind keep their places, however many are added at a time', async (t) => {
  for (const ends of STEPS) {
    await t.test(ends.join(', '), () =>
      withStores(async (on) => {
        let from = 0;
        for (const to of ends) {
          await write(on, [rows('loot', from, to), rows('quest', from, to)]);
          from = to;
        }
        const { corpus, row } = await published(on.store);
        assert.deepEqual(corpus, { loot: rows('loot', 0, from).rows, quest: rows('quest', 0, from).rows });
        assert.equal(row.corpusPlaces, 2 * from);
      }),
    );
  }
});

test('the ledger has an entry for each snapshot that adds rows, with kinds in name order', () =>
  withStores(async (on) => {
    await write(on, [rows('quest', 0, 2)]);
    await write(on, []);
    await write(on, [rows('loot', 0, 3), rows('vendor', 0, 1)]);
    await on.store.refresh();
    const ledger = (await on.store.newest())?.view.corpus;
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

test('new rates and zeros get the next places, ordered by source and item', () =>
  withStores(async (on) => {
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
    const { rates, zeros, places } = await published(on.store);
    assert.deepEqual(rates, [
      'npc 10 item 2: 4/4 by 3',
      'npc 10 item 3: 1/4 by 3',
      'object 5 item 1: 1/6 by 3',
      'npc 1 item 8: 1/3 by 3',
    ]);
    assert.deepEqual(zeros, ['npc 2: 0/4 by 3', 'npc 9: 0/4 by 3', 'object 1: 0/3 by 3']);
    assert.deepEqual(places, [4, 3]);
  }));

test('an existing row keeps its place and gets its new figures, and writing it unchanged changes nothing', () =>
  withStores(async (on) => {
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
            [1, 1],
            [2, 7],
            [3, 1],
          ]),
          reporters: 4,
        },
        source(6, 8, []),
      ],
    );
    const first = await published(on.store);
    assert.deepEqual(first.rates, ['npc 5 item 1: 1/9 by 4', 'npc 5 item 2: 7/9 by 4', 'npc 5 item 3: 1/9 by 4']);
    assert.deepEqual(first.zeros, ['npc 6: 0/8 by 3']);
    await write(
      on,
      [],
      [
        {
          ...source(5, 9, [
            [1, 1],
            [2, 7],
            [3, 1],
          ]),
          reporters: 4,
        },
        source(6, 8, []),
      ],
    );
    const second = await published(on.store);
    assert.deepEqual([second.rates, second.zeros], [first.rates, first.zeros]);
    assert.deepEqual(second.places, [3, 1]);
  }));

test('a withdrawn row leaves a gap, and gets a new place when it is public again', () =>
  withStores(async (on) => {
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
    const { rates, zeros, places } = await published(on.store);
    const snapshot = await on.store.newest();
    assert.deepEqual(rates, ['npc 7 item 1: 1/3 by 3', 'npc 5 item 9: 1/4 by 3', 'npc 6 item 2: 1/4 by 3']);
    assert.deepEqual(zeros, []);
    assert.deepEqual(snapshot?.view.lists.gaps.get('rates'), [
      { place: 0, snapshot: 3 },
      { place: 1, snapshot: 3 },
    ]);
    assert.deepEqual(snapshot?.view.lists.gaps.get('zeros'), [{ place: 0, snapshot: 2 }]);
    assert.deepEqual(places, [5, 1]);
  }));

test('a rate whose item is withdrawn leaves a gap while its source stays public', () =>
  withStores(async (on) => {
    const three: [number, number][] = [
      [1, 1],
      [2, 2],
      [3, 3],
    ];
    await write(on, [], [source(5, 4, three), source(6, 4, [[2, 1]])]);
    const left: [number, number][] = [
      [1, 1],
      [3, 3],
    ];
    await write(on, [], [source(5, 4, left)]);
    await write(on, [], [source(5, 5, [...left, [2, 1]])]);
    const { rates, places } = await published(on.store);
    assert.deepEqual(rates, [
      'npc 5 item 1: 1/5 by 3',
      'npc 5 item 3: 3/5 by 3',
      'npc 6 item 2: 1/4 by 3',
      'npc 5 item 2: 1/5 by 3',
    ]);
    assert.deepEqual((await on.store.newest())?.view.lists.gaps.get('rates'), [{ place: 1, snapshot: 2 }]);
    assert.deepEqual(places, [5, 0]);
  }));

test('a part of a source withdraws only rates of its range of items', () =>
  withStores(async (on) => {
    const parts = (first: [number, number][], second: [number, number][]) => [
      { ...source(5, 4, first), itemRange: [0, 9] as const },
      { ...source(5, 4, second), itemRange: [10, 99] as const },
    ];
    await write(
      on,
      [],
      parts(
        [
          [1, 1],
          [2, 1],
        ],
        [
          [10, 1],
          [12, 1],
        ],
      ),
    );
    await write(
      on,
      [],
      parts(
        [[2, 1]],
        [
          [10, 1],
          [13, 1],
        ],
      ),
    );
    const { rates } = await published(on.store);
    assert.deepEqual(rates, ['npc 5 item 2: 1/4 by 3', 'npc 5 item 10: 1/4 by 3', 'npc 5 item 13: 1/4 by 3']);
  }));

test('withdrawn rows of the corpus leave gaps, and the others keep their places', async (t) => {
  for (const [name, count, gone] of WITHDRAWALS) {
    await t.test(name, () =>
      withStores(async (on) => {
        await write(on, [rows('loot', 0, count), rows('quest', 0, 3)]);
        // Read the blocks several times so that they are cached.
        for (let i = 0; i < 3; i++) await published(on.store);
        const withdrawals = gone.map((place) => ({ kind: 'loot', place }));
        await write(on, [], [], [...withdrawals, { kind: 'vendor', place: 0 }, { kind: 'loot', place: count }]);
        await write(on, [rows('loot', count, count + 150)], [], withdrawals);
        const { corpus, row } = await published(on.store);
        const stands = rows('loot', 0, count + 150).rows.filter((_, place) => !gone.includes(place));
        assert.deepEqual(corpus, { loot: stands, quest: rows('quest', 0, 3).rows });
        assert.equal(row.corpusPlaces, count + 153);
        const ledger = (await on.store.newest())!.view.corpus;
        const gaps = [...new Set(gone)].sort((a, b) => a - b).map((place) => ({ place, snapshot: 2 }));
        assert.deepEqual([...ledger.gaps], gaps.length === 0 ? [] : [['loot', gaps]]);
      }),
    );
  }
});

test('gaps are recorded in whatever order rows are withdrawn', () =>
  withStores(async (on) => {
    await write(
      on,
      [rows('loot', 0, 9)],
      [1, 2, 3, 4].map((id) => source(id, 4, [[1, 1]])),
    );
    for (const [place, id] of [
      [7, 4],
      [2, 2],
      [5, 3],
    ] as const) {
      await write(on, [], [gone(id)], [{ kind: 'loot', place }]);
      await published(on.store);
    }
    const snapshot = (await on.store.newest())!;
    const corpusGaps = [
      { place: 2, snapshot: 3 },
      { place: 5, snapshot: 4 },
      { place: 7, snapshot: 2 },
    ];
    assert.deepEqual([...snapshot.view.corpus.gaps], [['loot', corpusGaps]]);
    assert.deepEqual(snapshot.view.lists.gaps.get('rates'), [
      { place: 1, snapshot: 3 },
      { place: 2, snapshot: 4 },
      { place: 3, snapshot: 2 },
    ]);
  }));

test('the next place of a kind follows from its number of rows', () =>
  withStores(async (on) => {
    assert.deepEqual(await on.snapshots.corpusCounts(), {});
    await write(on, [rows('quest', 0, 2), rows('loot', 0, 3)]);
    await write(on, [rows('loot', 3, 4)], [], [{ kind: 'loot', place: 1 }]);
    assert.deepEqual(await on.snapshots.corpusCounts(), { loot: 4, quest: 2 });
  }));

test('nothing of a withdrawn row stays in the database', () =>
  withStores(async (on, dir) => {
    const row = '{"name":"Nobody Knows This One"}';
    await write(on, [{ kind: 'loot', rows: ['{"n":1}', row, '{"n":2}'] }]);
    await write(on, [], [], [{ kind: 'loot', place: 1 }]);
    await on.store.close();
    await on.snapshots.close();
    const client = await openWriter(dir.snapshotDb(EPOCH), { create: false });
    await client.execute('pragma wal_checkpoint(truncate)');
    client.close();
    for (const file of await readdir(dir.root)) {
      // A closed database may still be deleting its side files.
      const bytes = await readFile(join(dir.root, file)).catch(() => new Uint8Array(0));
      assert.ok(!Buffer.from(bytes).includes('Nobody Knows'), file);
    }
  }));

test('a snapshot number is written once, and a failed write leaves nothing', () =>
  withStores(async (on) => {
    await write(on, [rows('loot', 0, 1)]);
    const row = (await on.snapshots.newest())!;
    const change = snapshotChange(1, { corpus: [rows('loot', 1, 2)], drops: [source(5, 3, [])] });
    await assert.rejects(on.snapshots.write(change));
    const after = await published(on.store);
    assert.deepEqual([after.row, after.corpus['loot']?.length, after.zeros], [row, 1, []]);
  }));
