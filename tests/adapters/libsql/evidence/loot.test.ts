import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openReader, openWriter } from '../../../../adapters/libsql/database.ts';
import { findLootMiscount } from '../../../../adapters/libsql/evidence/loot/check.ts';
import { packLoot, unpackLoot, unpackWindows } from '../../../../adapters/libsql/evidence/loot/codec.ts';
import { createLootBuffer } from '../../../../adapters/libsql/evidence/loot/held_loot.ts';
import { packLogs, unpackLogs } from '../../../../adapters/libsql/evidence/loot/quest_logs.ts';
import { findItemSources, readLooters, readLootInstalls } from '../../../../adapters/libsql/evidence/loot/read.ts';
import { type EvidenceOptions, openEvidenceStore } from '../../../../adapters/libsql/evidence/store.ts';
import { createByteReader, createByteWriter } from '../../../../adapters/libsql/packed_numbers.ts';
import { compareTimes, sumLoot } from '../../../../domain/families/drops.ts';
import type { LootWindow, QuestMark, TimedLootWindow } from '../../../../domain/ports/drops.ts';
import type { EvidenceStore, LootPage, LootPageStart } from '../../../../domain/ports/evidence.ts';
import { DAY_MS } from '../../../../domain/values/instant.ts';
import { EPOCH, withFolder } from '../../../domain/snapshot/support.ts';
import { createMemoryEvidence } from '../../../doubles/evidence.ts';
import { propertyRuns } from '../../../runner/properties.ts';
import {
  add,
  clearMarks,
  everything,
  lootByContext,
  looted,
  npc,
  object,
  TRAITS,
  takeOut,
} from './evidence_support.ts';

const PLAIN = { noNullPrototype: true };
const whole = fc.oneof(fc.nat(200), fc.maxSafeNat());

test('numbers and sized lists can be written and read back', () => {
  fc.assert(
    fc.property(fc.array(fc.array(whole, { maxLength: 60 })), (lists) => {
      const writer = createByteWriter();
      for (const list of lists) writer.putSized(() => list.forEach(writer.put));
      const bytes = writer.take();
      const reader = createByteReader(bytes);
      const read = lists.map(() => {
        const end = reader.next() + reader.at;
        const list: number[] = [];
        while (reader.at < end) list.push(reader.next());
        return list;
      });
      assert.deepEqual(read, lists);
      assert.ok(reader.isAtEnd);
    }),
  );
});

test('numbers below zero and of two bytes can be written and read back', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(65_535), (signed, short) => {
      const writer = createByteWriter();
      writer.putSigned(signed);
      writer.putShort(short);
      const reader = createByteReader(writer.take());
      assert.deepEqual([reader.nextSigned(), reader.nextShort()], [signed, short]);
      assert.ok(reader.isAtEnd);
    }),
  );
});

/** A loot window whose time, digest and content repeat, so that all parts of their order matter. */
function windowOf<C>(context: fc.Arbitrary<C>) {
  return fc
    .record(
      {
        capturedAtMs: fc.tuple(fc.integer({ min: 20_460, max: 20_466 }), fc.constantFrom(0, 1, 5_000, DAY_MS - 1)),
        received: fc.integer({ min: -1, max: 9 }),
        tie: fc.constantFrom(0, 1, 65_535),
        context,
        items: fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 2_000_000_000 })), {
          maxLength: 4,
        }),
        quests: fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: 2 }),
      },
      PLAIN,
    )
    .map(
      ({ capturedAtMs: [day, ms], received, tie, context, items, quests }): TimedLootWindow<C & (string | number)> => {
        const itemIds = items.toSorted((a, b) => a - b);
        const marks = itemIds
          .filter((itemId) => itemId % 2 === 0)
          .flatMap((itemId) => quests.toSorted((a, b) => a - b).map((questId): QuestMark => [itemId, questId]));
        return {
          ...{ capturedAtMs: day * DAY_MS + ms, receivedDay: day + received, tie, itemIds, marks },
          context: context as C & (string | number),
        };
      },
    );
}

const numbered = fc
  .array(windowOf(fc.constantFrom(0, 1, 6, 700)), { minLength: 1, maxLength: 40 })
  .map((list) => list.sort(compareTimes));

test('loot can be packed and unpacked, with or without its windows', () => {
  fc.assert(
    fc.property(numbered, fc.integer({ min: 1 }), (windows, installN) => {
      const sums = sumLoot(installN, windows);
      const bytes = packLoot(sums, windows);
      assert.deepEqual(unpackWindows(bytes), windows);
      const { windowsInTime, ...unpacked } = unpackLoot(installN, bytes);
      const { windowsInTime: expected, ...expectedSums } = sums;
      assert.deepEqual(unpacked, expectedSums);
      assert.deepEqual(windowsInTime(), expected());
    }),
  );
});

test('sums say what a count of the windows says', () => {
  fc.assert(
    fc.property(numbered, (windows) => {
      const sums = sumLoot(1, windows);
      assert.equal(sums.windows, windows.length);
      assert.equal(sums.receivedDay, Math.max(...windows.map(({ receivedDay }) => receivedDay)));
      for (const [i, context] of sums.contexts.entries()) {
        const inside = windows.filter((window) => window.context === context);
        assert.equal(sums.windowsIn[i], inside.length);
        for (const { itemId, dropsIn } of sums.items) {
          assert.equal(dropsIn[i], inside.filter(({ itemIds }) => itemIds.includes(itemId)).length);
        }
      }
      for (const { itemId, drops, marked, firstDay, lastDay } of sums.items) {
        const held = windows.filter(({ itemIds }) => itemIds.includes(itemId));
        const days = held.map(({ capturedAtMs }) => Math.floor(capturedAtMs / DAY_MS));
        assert.deepEqual([drops, firstDay, lastDay], [held.length, Math.min(...days), Math.max(...days)]);
        const quests = new Set(
          held.flatMap(({ marks }) => marks.flatMap(([id, quest]) => (id === itemId ? quest : []))),
        );
        assert.deepEqual(
          marked,
          [...quests].sort((a, b) => a - b),
        );
      }
      for (const { capturedDay, receivedDay } of sums.windowsInTime()) assert.ok(capturedDay <= receivedDay);
    }),
  );
});

test('a window takes about nine bytes', () => {
  const windows = Array.from({ length: 1_000 }, (_, i): TimedLootWindow => {
    const capturedAtMs = 20_460 * DAY_MS + 1_000 * Math.floor(i * i * 7.3);
    const receivedDay = Math.floor(capturedAtMs / DAY_MS) + (i % 3);
    return {
      capturedAtMs,
      receivedDay,
      tie: (i * 7_919) % 65_536,
      context: i % 9,
      itemIds: [100 + (i % 50)],
      marks: [],
    };
  });
  const bytes = packLoot(sumLoot(1, windows), windows).length;
  const sums = packLoot(sumLoot(1, windows), windows.slice(0, 1)).length;
  assert.ok((bytes - sums) / windows.length < 10, `${(bytes - sums) / windows.length} bytes`);
});

test('truncated bytes are reported as damage and not read as numbers', () => {
  const window = { capturedAtMs: 20_000 * DAY_MS, receivedDay: 20_001, tie: 513, context: 3 };
  const windows: TimedLootWindow[] = [
    { ...window, itemIds: [], marks: [] },
    { ...window, itemIds: [5, 9], marks: [[5, 60]] },
  ];
  const bytes = packLoot(sumLoot(1, windows), windows);
  for (let end = 0; end < bytes.length; end++) {
    let read: readonly TimedLootWindow[] | null = null;
    try {
      read = unpackWindows(bytes.slice(0, end));
    } catch (error) {
      assert.match(String(error), /PACKED_DAMAGED/);
    }
    // Between two windows the list may end, but the sums tell that one is missing.
    if (read !== null) assert.ok(read.length < 2);
  }
});

const CONTEXTS = ['', 's', '3', 's3,5', '5,9', 's9'];

const one: fc.Arbitrary<LootWindow> = fc
  .record({
    source: fc.constantFrom(npc(1), npc(2), object(1)),
    installN: fc.integer({ min: 1, max: 6 }),
    window: windowOf(fc.constantFrom(...CONTEXTS)),
  })
  .map(({ source, installN, window }) => ({ source, installN, ...window }));

/** Windows whose quest logs become known in any order would get other numbers, so there is one log. */
const onOneLog = fc.array(
  one.map((window) => ({
    ...window,
    installN: 1 + (window.installN % 2),
    context: window.context.startsWith('s') ? 's3' : window.context.slice(0, 1).replace('5', '3'),
  })),
  { minLength: 1, maxLength: 30 },
);

test('the same windows in any order and in any batches are stored in the same bytes', () =>
  fc.assert(
    fc.asyncProperty(onOneLog, fc.infiniteStream(fc.nat(1_000)), (windows, stream) => {
      const rolled = (below: number): number => stream.next().value % below;
      const bytesAfter = async (batches: readonly (readonly LootWindow[])[], how = {}): Promise<string> => {
        let stored = '';
        await withStore(async (store, path) => {
          for (const loot of batches) await add(store, { loot });
          await store.dirtySources(null, 1);
          const reader = await openReader(path);
          const { rows } = await reader.execute('select source_n, install_n, hex(body) from loot order by 1, 2');
          stored = JSON.stringify(rows.map((row) => [row[0], row[1], row[2]].map(String)));
          reader.close();
        }, how);
        return stored;
      };
      const shuffled = windows.map((window) => [rolled(1_000), window] as const).sort(([a], [b]) => a - b);
      const batches = Array.from({ length: 4 }, (): LootWindow[] => []);
      for (const [, window] of shuffled) batches[rolled(4)]!.push(window);
      return (async () => {
        const expected = await bytesAfter([windows]);
        assert.equal(await bytesAfter(batches), expected);
        assert.equal(await bytesAfter(batches, { unfinished: true }), expected);
      })();
    }),
    { numRuns: propertyRuns(12) },
  ));

test('equal windows with different quest logs keep one order, whichever log became known first', () =>
  fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(CONTEXTS, { minLength: 2 }), fc.nat(5), async (contexts, cut) => {
      const window = { ...looted(npc(1), 1, 1, [7, 1])[0]! };
      const loot = contexts.map((context) => ({ ...window, context }));
      await withStore(async (store) => {
        await add(store, { loot: loot.slice(0, cut) });
        await add(store, { loot: loot.slice(cut) });
        const memory = createMemoryEvidence({ rollups: TRAITS });
        await add(memory, { loot });
        assert.deepEqual((await everything(store)).loot, (await everything(memory)).loot);
      });
    }),
    { numRuns: propertyRuns(20) },
  ));

test('held loot comes in order, with each pair of source and install once and all of its windows', () => {
  fc.assert(
    fc.property(fc.array(fc.array(one, { maxLength: 8 }), { maxLength: 8 }), (batches) => {
      const held = createLootBuffer();
      assert.equal(held.bytes, 0);
      for (const batch of batches) held.add(batch);
      const all = batches.flat();
      assert.equal(held.bytes > 0, all.length > 0);
      for (const [installN, contexts] of held.contexts()) {
        const own = all.filter((window) => window.installN === installN).map(({ context }) => context);
        assert.deepEqual(contexts, new Set(own));
      }
      const pairs = [...held.inOrder()].flat();
      const keys = pairs.map(({ sourceN, installN }) => 10 * sourceN + installN);
      assert.deepEqual(
        keys,
        [...new Set(keys)].sort((a, b) => a - b),
      );
      const texts = (list: readonly object[]) => list.map((window) => JSON.stringify(window)).sort();
      assert.deepEqual(
        texts(pairs.flatMap(({ sourceN, installN, windows }) => windows.map((own) => ({ sourceN, installN, ...own })))),
        texts(
          all.map(({ source, installN, capturedAtMs, receivedDay, tie, context, itemIds, marks }) => ({
            ...{ sourceN: source.type === 'npc' ? source.id : 2 ** 31 + source.id, installN },
            ...{ capturedAtMs, receivedDay, tie, context, itemIds, marks },
          })),
        ),
      );
    }),
  );
});

test('held loot of a source with very many windows comes in several parts', () => {
  const held = createLootBuffer();
  const windows = Array.from({ length: 90_000 }, (_, i) => ({
    ...looted(npc(1), 1 + (i % 100), 1)[0]!,
    capturedAtMs: 20_460 * DAY_MS + 1_000 * i,
  }));
  held.add(windows);
  assert.ok(held.bytes < 15 * windows.length, `${held.bytes / windows.length} bytes each`);
  const seen = new Set<number>();
  let parts = 0;
  for (const part of held.inOrder()) {
    parts++;
    assert.ok(part.reduce((sum, own) => sum + own.windows.length, 0) <= 20_000);
    for (const { installN, windows: own } of part) {
      assert.equal(own.length, 900);
      assert.ok(!seen.has(installN));
      seen.add(installN);
    }
  }
  assert.equal(parts, 5);
  assert.equal(seen.size, 100);
});

type Step =
  | { readonly what: 'add'; readonly loot: readonly LootWindow[] }
  | { readonly what: 'takeOut'; readonly installN: number }
  | { readonly what: 'clear' };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.array(one, { maxLength: 8 }).map((loot): Step => ({ what: 'add', loot })) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 }).map((installN): Step => ({ what: 'takeOut', installN })) },
    { weight: 1, arbitrary: fc.constant<Step>({ what: 'clear' }) },
  ),
  { maxLength: 40 },
);

async function take(store: EvidenceStore, step: Step): Promise<void> {
  if (step.what === 'add') await add(store, { loot: step.loot });
  else if (step.what === 'takeOut') await takeOut(store, step.installN);
  else await clearMarks(store, null);
}

function withStore(
  work: (store: EvidenceStore, path: string) => Promise<void>,
  how: Pick<EvidenceOptions, 'unfinished' | 'heldMax'> = {},
): Promise<void> {
  return withFolder(async (folder) => {
    const path = `${folder}/evidence.db`;
    const store = await openEvidenceStore(path, { epoch: EPOCH, create: true, rollups: TRAITS, ...how });
    try {
      await work(store, path);
    } finally {
      await store.close();
    }
  });
}

/** Asserts that a store equals one that counts in memory, and that its sums match its windows. */
async function areAlike(store: EvidenceStore, path: string, memory: EvidenceStore): Promise<void> {
  assert.deepEqual(await everything(store), await everything(memory));
  const reader = await openReader(path);
  assert.equal(await findLootMiscount(reader), null);
  reader.close();
}

/**
 * A served epoch writes windows immediately. An epoch that is being built holds them in memory until they are read or
 * there are too many.
 */
const WAYS = [
  ['written at once', 40, {}],
  ['held until they are asked for', 20, { unfinished: true }],
  ['held until they are many', 20, { unfinished: true, heldMax: 12 }],
] as const;

for (const [name, tries, how] of WAYS) {
  test(`windows ${name}: after adding and removing, the store equals one that counts in memory`, () =>
    fc.assert(
      fc.asyncProperty(steps, (list) =>
        withStore(async (store, path) => {
          const memory = createMemoryEvidence({ rollups: TRAITS });
          for (const step of list) {
            await take(store, step);
            await take(memory, step);
          }
          await areAlike(store, path, memory);
        }, how),
      ),
      { numRuns: propertyRuns(tries) },
    ));
}

test('windows of many installs with many items are removed correctly for each item', () =>
  fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat(1_000)), (stream) =>
      withStore(async (store, path) => {
        const memory = createMemoryEvidence({ rollups: TRAITS });
        const rolled = (below: number): number => stream.next().value % below;
        const both = async (work: (one: EvidenceStore) => Promise<void>): Promise<void> => {
          await work(store);
          await work(memory);
        };
        for (let round = 0; round < 8; round++) {
          const loot = Array.from({ length: 20 }, (_, i) => i + 1)
            .filter(() => rolled(3) > 0)
            .map((installN) => {
              const seen = Array.from({ length: 8 }, (_, i) => [i + 1, 1 + rolled(3), 20_460 + rolled(6)] as const);
              return looted(npc(1), installN, 4, ...seen.filter(() => rolled(3) === 0));
            });
          await both((one) => add(one, { loot }));
          if (rolled(5) === 0) await both((one) => clearMarks(one, null));
          if (rolled(3) === 0) {
            const installN = 1 + rolled(20);
            await both((one) => takeOut(one, installN));
          }
        }
        await areAlike(store, path, memory);
      }),
    ),
    { numRuns: propertyRuns(10) },
  ));

test('a source with much data is read in ranges, with each install once', () =>
  withStore(async (store, path) => {
    const drops = Array.from({ length: 60 }, (_, i) => [i + 1, 1, 20_460 + (i % 7)] as const);
    const [RUNS, INSTALLS] = [3, 5_000];
    for (let run = 0; run < RUNS; run++) {
      await add(store, { loot: Array.from({ length: INSTALLS }, (_, i) => looted(npc(1), 1 + i, 1, ...drops)) });
    }
    await takeOut(store, 700);
    const reader = await openReader(path);
    const seen: number[] = [];
    let parts = 0;
    for await (const some of readLootInstalls(reader, npc(1))) {
      parts++;
      for (const { installN, windows, items } of some) {
        assert.equal(windows, RUNS);
        assert.equal(items.length, 60);
        assert.ok(items.every((item) => item.drops === RUNS));
        seen.push(installN);
      }
    }
    assert.ok(parts > 1, 'it weighs more than is read at once');
    assert.deepEqual(
      seen,
      Array.from({ length: INSTALLS }, (_, i) => i + 1).filter((n) => n !== 700),
    );
    assert.equal(await findLootMiscount(reader), null);
    const read: number[] = [];
    for (let after: LootPageStart | null = null, pages = 0; pages === 0 || after !== null; pages++) {
      const page: LootPage = await store.lootOf([npc(2), npc(1), npc(3)], new Set(), after);
      for (const { installs } of page.rows) read.push(...installs.map(({ installN }) => installN));
      after = page.next;
      assert.ok(pages < 99);
    }
    assert.deepEqual(read, seen);
    assert.deepEqual(await findItemSources(reader, 60), [npc(1)]);
    assert.deepEqual(await findItemSources(reader, 61), []);
    assert.deepEqual(
      (await readLooters(reader, npc(1), 2)).map(({ installN, windows }) => [installN, windows]),
      [
        [1, RUNS],
        [2, RUNS],
      ],
    );
    reader.close();
  }));

test('quest logs can be packed and unpacked', () => {
  const log = fc.uniqueArray(fc.integer({ min: 1, max: 2_000_000_000 }), { minLength: 1, maxLength: 25 });
  fc.assert(
    fc.property(fc.array(log), fc.nat(24), (lists, dropped) => {
      const logs = lists
        .flatMap((list) => [list, list.filter((_, i) => i !== dropped)])
        .filter((list) => list.length > 0)
        .map((list) => list.toSorted((a, b) => a - b));
      assert.deepEqual(unpackLogs(packLogs(logs)), logs);
    }),
  );
});

test('a quest log that differs by one quest takes a few bytes', () => {
  const log = Array.from({ length: 20 }, (_, i) => 400 * (i + 1));
  const [first, both] = [packLogs([log]), packLogs([log, [...log, 9_000]])];
  assert.ok(both.length - first.length <= 3);
});

test('a quest log is stored once for each install, and removed with it', () =>
  withStore(async (store, path) => {
    const withLog = (installN: number, context: string) => ({ ...looted(npc(1), installN, 1)[0]!, context });
    for (const context of ['3,5', 's3,5', '3', '3,5']) {
      await add(store, { loot: [withLog(1, context), withLog(2, context)] });
    }
    await add(store, { loot: [withLog(3, 's')] });
    await takeOut(store, 2);
    const reader = await openReader(path);
    assert.equal(await findLootMiscount(reader), null);
    const rows = await reader.execute('select install_n, first_n from quest_logs order by 1, 2');
    assert.deepEqual(
      rows.rows.map((row) => [Number(row[0]), Number(row[1])]),
      [
        [1, 1],
        [1, 2],
      ],
    );
    reader.close();
    assert.deepEqual(await lootByContext(store, [npc(1)], [5]), [
      ['npc:1:1  ', 1],
      ['npc:1:1  5', 2],
      ['npc:1:1 solo 5', 1],
      ['npc:1:3 solo ', 1],
    ]);
  }));

test('marking a source again lists it as dirty with its present figures', () =>
  withStore(async (store) => {
    await add(store, { loot: [looted(npc(1), 1, 2, [7, 1]), looted(npc(2), 1, 1)] });
    await clearMarks(store, null);
    await store.markSources([npc(2), npc(99)]);
    assert.deepEqual(
      (await store.dirtySources(null, 9)).map(({ source, reportersBefore }) => [source, reportersBefore]),
      [[npc(2), 1]],
    );
    await store.markSources('all');
    assert.equal((await store.dirtySources(null, 9)).length, 2);
  }));

test('a missing quest log is noticed', () =>
  withStore(async (store, path) => {
    await add(store, { loot: [{ ...looted(npc(1), 1, 1)[0]!, context: 's3,5' }] });
    const writer = await openWriter(path, { create: false });
    assert.equal(await findLootMiscount(writer), null);
    await writer.execute('delete from quest_logs');
    assert.equal(await findLootMiscount(writer), 'QUEST_LOGS');
    writer.close();
    await assert.rejects(store.lootOf([{ type: 'npc', id: 1 }], new Set([3]), null), /PACKED_DAMAGED/);
  }));

test('sums that do not match their windows, and windows out of order, are noticed', () =>
  withStore(async (store, path) => {
    const window = { capturedAtMs: 20_460 * DAY_MS, receivedDay: 20_460, tie: 1, context: 0, itemIds: [7], marks: [] };
    const windows: readonly TimedLootWindow[] = [window, { ...window, tie: 2, itemIds: [7, 8] }];
    await add(store, { loot: looted(npc(1), 1, 1) });
    const writer = await openWriter(path, { create: false });
    const store1 = async (
      sums: readonly TimedLootWindow[],
      stored: readonly TimedLootWindow[],
    ): Promise<string | null> => {
      await writer.execute({ sql: 'update loot set body = ?', args: [packLoot(sumLoot(1, sums), stored)] });
      return findLootMiscount(writer);
    };
    assert.equal(await store1(windows, windows), null);
    assert.equal(await store1([...windows, windows[1]!], windows), 'LOOT');
    assert.equal(await store1(windows, windows.toReversed()), 'LOOT');
    assert.equal(
      await store1(
        windows.map((own) => ({ ...own, receivedDay: 20_461 })),
        windows,
      ),
      'LOOT',
    );
    writer.close();
  }));
