import assert from 'node:assert/strict';
import { test } from 'node:test';
import { good, item, npc, object, quest } from '../../support/subjects.ts';
import { guessedLoot, looted, opened, type Seen } from '../../support/verbs.ts';
import { type Report, reportedBy, world } from '../../support/world.ts';
import { kept, listedUploads, publish, published, smallBounds, snap, T0_MS, withStores } from './support.ts';

/** Records of one source and the expected rates, measured zeros and number of queued rates and zeros. */
const CASES: readonly [name: string, reports: readonly Report[], rates: string[], zeros: string[], queued: number][] = [
  ['nothing at all', [], [], [], 0],
  ['two installs, one item', reportedBy([1, 2], looted(npc(5), item(7))), [], [], 1],
  ['three installs, one item', reportedBy([1, 2, 3], looted(npc(5), item(7))), ['npc 5 item 7: 3/3 by 3'], [], 0],
  ['two installs, three windows', reportedBy([1, 2, 2], looted(npc(5), item(7))), [], [], 1],
  ['two installs, two items', reportedBy([1, 2], looted(npc(5), item(7), item(8))), [], [], 2],
  ['one install, empty windows', reportedBy([1, 1], looted(npc(5))), [], [], 1],
  ['three installs, empty windows', reportedBy([1, 2, 3], looted(npc(5))), [], ['npc 5: 0/3 by 3'], 0],
  ['an object', reportedBy([1, 2, 3], looted(object(5), item(7))), ['object 5 item 7: 3/3 by 3'], [], 0],
  [
    'an item twice in a window',
    reportedBy([1, 2, 3], looted(npc(5), item(7), item(7))),
    ['npc 5 item 7: 3/3 by 3'],
    [],
    0,
  ],
  [
    'an item of one install on a public source',
    [...reportedBy([1, 2, 3], looted(npc(5), item(7))), ...reportedBy([3], looted(npc(5), item(8)))],
    ['npc 5 item 7: 3/4 by 3', 'npc 5 item 8: 1/4 by 3'],
    [],
    0,
  ],
  ['no source', reportedBy([1, 2, 3], looted(null, item(7))), [], [], 0],
  [
    'two sources',
    reportedBy([1, 2, 3], { kind: 'loot', fields: { ...looted(npc(5), item(7)).fields, sourceObjectId: 6 } }),
    [],
    [],
    0,
  ],
  ['legacy guesses', reportedBy([1, 2, 3], guessedLoot(npc(5), item(7))), [], [], 0],
  [
    'a legacy guess as the third install',
    [...reportedBy([1, 2], looted(npc(5), item(7))), ...reportedBy([3], guessedLoot(npc(5), item(7)))],
    [],
    [],
    1,
  ],
];

test('what becomes public of one source', async (t) => {
  for (const [name, reports, rates, zeros, queued] of CASES) {
    await t.test(name, () =>
      withStores(async (on) => {
        await publish(on, reports);
        const seen = await published(on.store);
        assert.deepEqual([seen.rates, seen.zeros, seen.row.queued], [rates, zeros, queued]);
      }),
    );
  }
});

test('a stored record whose texts would be refused today does not count', () =>
  withStores(async (on) => {
    const seenBy = (install: number, fit: boolean) =>
      world().install(install, { fit }).saw(item(5, 'Ho\ufe0fgger')).looted(npc(5), item(7));
    const hidden = kept([...seenBy(1, false), ...seenBy(2, false), ...seenBy(3, false)]);
    const [named, window] = kept(seenBy(9, true));
    const good = [
      { ...named!, seq: 7, installN: 1 },
      { ...window!, seq: 8, installN: 1 },
    ];
    assert.ok((await snap(on, listedUploads([...hidden, ...good]))).ok);
    const { corpus, facts, rates, row } = await published(on.store);
    assert.deepEqual(
      Object.values(corpus).map((rows) => rows.length),
      [1, 1],
    );
    assert.deepEqual([rates, row.queued, facts['items 5']], [[], 1, undefined]);
  }));

test('a source is followed over several snapshots', () =>
  withStores(async (on) => {
    const records = kept([
      ...reportedBy([1, 2], looted(npc(5))),
      ...reportedBy([3], looted(npc(5))),
      ...reportedBy([1, 2, 3], looted(npc(6), item(9))),
      ...reportedBy([1], looted(npc(5), item(8))),
      ...reportedBy([1, 2, 3], looted(npc(4))),
    ]);
    const seen: unknown[] = [];
    for (const upTo of [2, 3, 6, 7, 10]) {
      assert.ok((await snap(on, listedUploads(records, upTo))).ok);
      const { rates, zeros, row, places } = await published(on.store);
      const snapshot = await on.store.newest();
      seen.push([row.n, rates, zeros, row.queued, places, snapshot?.view.lists.gaps.get('zeros') ?? []]);
    }
    const gap = [{ place: 0, snapshot: 4 }];
    const rate6 = 'npc 6 item 9: 3/3 by 3';
    assert.deepEqual(seen, [
      [1, [], [], 1, [0, 0], []],
      [2, [], ['npc 5: 0/3 by 3'], 0, [0, 1], []],
      [3, [rate6], ['npc 5: 0/3 by 3'], 0, [1, 1], []],
      [4, [rate6, 'npc 5 item 8: 1/4 by 3'], [], 0, [2, 1], gap],
      [5, [rate6, 'npc 5 item 8: 1/4 by 3'], ['npc 4: 0/3 by 3'], 0, [2, 2], gap],
    ]);
  }));

test('a source that becomes public includes what was seen before', () =>
  withStores(async (on) => {
    const windows = [
      ...reportedBy([1], looted(npc(5), item(7))),
      ...reportedBy([2], looted(npc(5), item(8))),
      ...reportedBy([3], looted(npc(5))),
      ...reportedBy([3], looted(npc(5), item(8))),
    ];
    for (const upTo of [1, 2, 3, 4]) assert.ok((await snap(on, listedUploads(kept(windows), upTo))).ok);
    assert.deepEqual((await published(on.store)).rates, ['npc 5 item 7: 1/4 by 3', 'npc 5 item 8: 2/4 by 3']);
  }));

test('uploads and records are counted', () =>
  withStores(async (on) => {
    const seen = world();
    seen.install(1, { upload: 1 }).looted(npc(5), item(7)).wasOffered(quest(1));
    seen.install(1, { upload: 2 }).usedAddon('Recorder');
    seen.install(1, { upload: 3 }).usedAddon('Recorder').guessedLoot(npc(5));
    seen.install(1, { upload: 4 }).visitedVendor(npc(1), good(item(1), 5));
    seen.install(1, { upload: 5 }).looted(null);
    seen.install(1, { upload: 6 }).usedAddon('Recorder');
    const records = kept(seen);
    for (const upTo of [1, 4, 8]) assert.ok((await snap(on, listedUploads(records, upTo))).ok);
    const { row, corpus } = await published(on.store);
    const { uploads, legacyRecords, lootUploads, lootRecords, lootWindows, corpusPlaces, dataAsOfMs } = row;
    assert.deepEqual(
      { uploads, legacyRecords, lootUploads, lootRecords, lootWindows, corpusPlaces, dataAsOfMs },
      {
        uploads: 4,
        legacyRecords: 1,
        lootUploads: 3,
        lootRecords: 3,
        lootWindows: 1,
        corpusPlaces: 4,
        dataAsOfMs: T0_MS + 6000,
      },
    );
    assert.deepEqual(Object.keys(corpus), ['loot', 'quest', 'vendor']);
    assert.equal(corpus['loot']?.length, 2);
  }));

test('gathered items are in the feed and count for nothing', () =>
  withStores(async (on) => {
    const chest = object(2843, 'Battered Chest');
    const methods = ['skinning', 'herbalism', 'mining', 'pickpocketing', 'disenchanting'] as const;
    const gathered = methods.flatMap((method) => [
      opened(npc(5, 'Wolf'), { method, items: [{ itemId: 7, count: 1 }] }),
      opened(chest, { method }),
    ]);
    const fished: Seen = { kind: 'loot', fields: { method: 'fishing', mapId: 12, items: [] } };
    const unpacked = opened(npc(5, 'Wolf'), { sourceItemId: 9 });
    const records = kept(reportedBy([1, 2, 3], ...gathered, fished, unpacked));
    assert.ok((await snap(on, listedUploads(records))).ok);
    const { row, corpus, rates, zeros } = await published(on.store);
    const { legacyRecords, lootUploads, lootRecords, lootWindows, queued } = row;
    assert.deepEqual(
      { rates, zeros, legacyRecords, lootUploads, lootRecords, lootWindows, queued },
      { rates: [], zeros: [], legacyRecords: 0, lootUploads: 3, lootRecords: 3, lootWindows: 0, queued: 0 },
    );
    assert.equal(corpus['loot']?.length, records.length);
  }));

test('a backlog becomes several consecutive snapshots, and a run without news another one', () =>
  withStores(async (on) => {
    const uploads = listedUploads(kept(Array.from({ length: 25 }, (_, i) => looted(npc(i + 1)))));
    const first = await snap(on, uploads, { bounds: smallBounds(10, 4) });
    assert.deepEqual(first.ok && [first.value.written, first.value.stopped, first.value.newest?.seq], [3, false, 25]);
    const second = await snap(on, uploads);
    assert.deepEqual(second.ok && [second.value.written, second.value.newest?.n], [1, 4]);
    const snapshot = await on.store.refresh().then(() => on.store.newest());
    assert.deepEqual(snapshot?.view.corpus.snapshots, [1, 2, 3]);
    assert.deepEqual(Array.from(snapshot?.view.corpus.counts.get('loot') ?? []), [10, 20, 25]);
  }));

test('unused numbers at the end of the uploads do not block a run', async () =>
  await withStores(async (on) => {
    const records = listedUploads(kept([looted(npc(1))]));
    const run = await snap(on, { ...records, newestSeq: async () => 9 });
    assert.deepEqual(run.ok && [run.value.written, run.value.newest?.seq], [1, 9]);
  }));

test('the first snapshot of an empty instance has no dataAsOf', () =>
  withStores(async (on) => {
    assert.ok((await snap(on, listedUploads([]))).ok);
    assert.equal((await published(on.store)).row.dataAsOfMs, null);
  }));

test('dataAsOf never goes back, even if an earlier upload has a later number', () =>
  withStores(async (on) => {
    const [a, b] = kept([
      { upload: 9, ...looted(npc(1)) },
      { upload: 2, ...looted(npc(1)) },
    ]);
    for (const upTo of [1, 2]) assert.ok((await snap(on, listedUploads([a!, b!], upTo))).ok);
    assert.equal((await published(on.store)).row.dataAsOfMs, T0_MS + 9000);
  }));

test('a run asked to stop leaves what is done, and the next one does the rest', async (t) => {
  const uploads = listedUploads(
    kept(Array.from({ length: 12 }, (_, i) => ({ install: i, ...looted(npc(1), item(2)) }))),
  );
  for (let steps = 0; ; steps++) {
    let stopped = false;
    await t.test(`after ${steps} steps`, () =>
      withStores(async (on) => {
        let left = steps;
        const goOn = async (): Promise<boolean> => left-- > 0;
        const run = await snap(on, uploads, { bounds: smallBounds(6, 2), goOn });
        assert.ok(run.ok);
        stopped = run.value.stopped;
        assert.ok((await snap(on, uploads, { bounds: smallBounds(6, 2) })).ok);
        assert.deepEqual((await published(on.store)).rates, ['npc 1 item 2: 12/12 by 12']);
      }),
    );
    if (!stopped) {
      assert.ok(steps > 4);
      return;
    }
  }
});

test('evidence and snapshot of different histories ask for a rebuild', async (t) => {
  const uploads = listedUploads(kept(reportedBy([1, 2, 3], looted(npc(5), item(7)))));
  const mismatch = { ok: false, error: { kind: 'mismatch' } };
  await t.test('evidence that is behind the snapshot', () =>
    withStores(async (old) =>
      withStores(async (on) => {
        await snap(on, uploads);
        assert.deepEqual(await snap({ ...on, evidence: old.evidence }, uploads), mismatch);
      }),
    ),
  );
  await t.test('marks cleared for a snapshot that does not exist', () =>
    withStores(async (old) =>
      withStores(async (on) => {
        await snap(on, uploads);
        assert.deepEqual(await snap({ ...old, evidence: on.evidence }, uploads), mismatch);
      }),
    ),
  );
  await t.test('uploads that are behind the evidence', () =>
    withStores(async (on) => {
      await snap(on, uploads);
      assert.deepEqual(await snap(on, listedUploads([])), mismatch);
    }),
  );
});
