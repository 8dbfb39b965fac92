import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openReader, openWriter } from '../../../../adapters/libsql/database.ts';
import { createHeldEvidence } from '../../../../adapters/libsql/evidence/held_evidence.ts';
import { findLootMiscount } from '../../../../adapters/libsql/evidence/loot/check.ts';
import { packPiece, packTotals, unpackPiece, unpackTotals } from '../../../../adapters/libsql/evidence/loot/codec.ts';
import { installsOf } from '../../../../adapters/libsql/evidence/loot/pieces.ts';
import { packLogs, unpackLogs } from '../../../../adapters/libsql/evidence/loot/quest_logs.ts';
import { lootersOf, sourcesOfItem } from '../../../../adapters/libsql/evidence/loot/read.ts';
import { type EvidenceOptions, openEvidenceStore } from '../../../../adapters/libsql/evidence/store.ts';
import { createByteReader, createByteWriter } from '../../../../adapters/libsql/packed_numbers.ts';
import type { InstallLoot } from '../../../../domain/ports/drops.ts';
import type { EvidenceStore, LootPage, LootPlace } from '../../../../domain/ports/evidence.ts';
import { sumOf } from '../../../../domain/values/sum_of.ts';
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
const day = fc.integer({ min: 10_000, max: 30_000 });

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

/** Windows of one install in up to four contexts, with items that dropped in some of them. */
const installLoot = fc
  .record(
    {
      installN: fc.integer({ min: 1 }),
      contexts: fc.uniqueArray(fc.nat(1_000), { minLength: 1, maxLength: 4 }),
      windowsIn: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 4, maxLength: 4 }),
      items: fc.uniqueArray(
        fc.record({
          itemId: fc.integer({ min: 1, max: 2_000_000_000 }),
          dropsIn: fc.array(fc.nat(1_000_000), { minLength: 4, maxLength: 4 }),
          marked: fc.uniqueArray(fc.nat(100_000), { maxLength: 3 }),
          day,
          days: fc.nat(900),
        }),
        { selector: ({ itemId }) => itemId, maxLength: 20 },
      ),
    },
    PLAIN,
  )
  .map(({ installN, contexts, windowsIn, items }): InstallLoot => {
    const inContexts = (numbers: readonly number[]) => numbers.slice(0, contexts.length);
    return {
      installN,
      windows: sumOf(inContexts(windowsIn)),
      contexts: contexts.toSorted((a, b) => a - b),
      windowsIn: inContexts(windowsIn),
      items: items
        .map(({ itemId, dropsIn, marked, day: firstDay, days }) => {
          const drops = inContexts(dropsIn);
          const quests = marked.toSorted((a, b) => a - b);
          return { itemId, drops: sumOf(drops), dropsIn: drops, marked: quests, firstDay, lastDay: firstDay + days };
        })
        .sort((a, b) => a.itemId - b.itemId),
    };
  });

const installs = fc
  .uniqueArray(installLoot, { selector: ({ installN }) => installN, maxLength: 20 })
  .map((list) => list.sort((a, b) => a.installN - b.installN));

test('pieces can be packed and unpacked, completely or for some installs', () => {
  fc.assert(
    fc.property(installs, fc.func(fc.boolean()), (list, isWanted) => {
      const bytes = packPiece(list);
      assert.deepEqual(unpackPiece(bytes), list);
      const has = (n: number) => isWanted(n);
      assert.deepEqual(
        unpackPiece(bytes, { has }),
        list.filter(({ installN }) => has(installN)),
      );
    }),
  );
});

test('truncated bytes are reported as damage and not read as numbers', () => {
  const bytes = packPiece([
    {
      installN: 7,
      windows: 300,
      contexts: [3],
      windowsIn: [300],
      items: [{ itemId: 5, drops: 2, dropsIn: [2], marked: [60], firstDay: 20_000, lastDay: 20_001 }],
    },
  ]);
  for (let end = 1; end < bytes.length; end++) {
    const cut = bytes.slice(0, end);
    let read: unknown = null;
    try {
      read = unpackPiece(cut);
    } catch (error) {
      assert.match(String(error), /PACKED_DAMAGED/);
    }
    // Cut before the first install, a piece is valid and empty.
    if (read !== null) assert.deepEqual(read, []);
  }
});

test('totals can be packed and unpacked', () => {
  const days = fc.uniqueArray(day, { maxLength: 3 }).map((list) => list.sort((a, b) => a - b));
  const total = fc
    .record(
      { itemId: fc.integer({ min: 1, max: 2_000_000_000 }), drops: whole, installs: whole, days, step: whole },
      PLAIN,
    )
    .map(({ days, ...rest }) => ({
      ...rest,
      firstDays: days,
      lastDays: days.map((one) => one + 900).reverse(),
      dropsBefore: 3,
      installsBefore: 0,
    }));
  fc.assert(
    fc.property(fc.uniqueArray(total, { selector: ({ itemId }) => itemId }), (list) => {
      const ordered = list.sort((a, b) => a.itemId - b.itemId);
      assert.deepEqual(unpackTotals(packTotals(ordered)), ordered);
    }),
  );
});

const one = fc
  .record({
    source: fc.constantFrom(npc(1), npc(2), object(1)),
    installN: fc.integer({ min: 1, max: 6 }),
    windows: fc.integer({ min: 1, max: 3 }),
    context: fc.constantFrom('', 's', '3', 's3,5', '5,9', 's9'),
    seen: fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 20_460, max: 20_466 })), {
      selector: ([itemId]) => itemId,
      maxLength: 4,
    }),
  })
  .map(({ source, installN, windows, context, seen }) => ({
    ...looted(source, installN, windows, ...seen.map(([itemId, day]) => [itemId, windows, day] as const)),
    contexts: [context],
  }));

test('held windows of an install on a source are merged, and cleared when they are taken', () => {
  fc.assert(
    fc.property(fc.array(fc.array(one, { maxLength: 4 }), { maxLength: 8 }), (batches) => {
      const held = createHeldEvidence(5);
      const alone = createHeldEvidence();
      for (const [i, batch] of batches.entries()) {
        alone.add({ loot: batch, claims: [] });
        const isMuch = held.add({ loot: batch, claims: [] });
        const taken = isMuch || i === batches.length - 1 ? held.take().loot : [];
        const size = taken.reduce((sum, { items }) => sum + 1 + items.length, 0);
        assert.equal(isMuch, size >= 5);
        assert.ok(taken.length === 0 || held.isEmpty);
        const names = taken.map(({ source, installN }) => `${source.type}:${source.id}:${installN}`);
        assert.equal(new Set(names).size, names.length);
      }
      const windows = alone.take().loot.reduce((sum, own) => sum + own.windows, 0);
      assert.equal(
        windows,
        batches.flat().reduce((sum, own) => sum + own.windows, 0),
      );
      assert.deepEqual(alone.take(), { loot: [], claims: [] });
    }),
  );
});

type Step =
  | { readonly what: 'add'; readonly loot: readonly ReturnType<typeof looted>[] }
  | { readonly what: 'takeOut'; readonly installN: number }
  | { readonly what: 'clear' };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .uniqueArray(one, {
          maxLength: 5,
          selector: ({ source, installN }) => `${source.type}${source.id}:${installN}`,
        })
        .map((loot): Step => ({ what: 'add', loot })),
    },
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

/** Asserts that a store equals one that counts in memory, and that its totals match its pieces. */
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
  test(`windows ${name}: after adding, merging and removing, the store equals one that counts in memory`, () =>
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
        for (let round = 0; round < 12; round++) {
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

test('a source with much data is read and merged in ranges, with each install once', () =>
  withStore(async (store, path) => {
    const drops = Array.from({ length: 60 }, (_, i) => [i + 1, 1, 20_460 + (i % 7)] as const);
    const [RUNS, INSTALLS] = [17, 1_500];
    for (let run = 0; run < RUNS; run++) {
      await add(store, { loot: Array.from({ length: INSTALLS }, (_, i) => looted(npc(1), 1 + i, 1, ...drops)) });
    }
    await takeOut(store, 700);
    const reader = await openReader(path);
    const seen: number[] = [];
    let parts = 0;
    for await (const some of installsOf(reader, 1, null)) {
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
    for (let after: LootPlace | null = null, pages = 0; pages === 0 || after !== null; pages++) {
      const page: LootPage = await store.lootOf([npc(2), npc(1), npc(3)], new Set(), after);
      for (const { installs } of page.rows) read.push(...installs.map(({ installN }) => installN));
      after = page.next;
      assert.ok(pages < 99);
    }
    assert.deepEqual(read, seen);
    assert.deepEqual(await sourcesOfItem(reader, 60), [npc(1)]);
    assert.deepEqual(await sourcesOfItem(reader, 61), []);
    assert.deepEqual(
      (await lootersOf(reader, npc(1), 2)).map(({ installN, windows }) => [installN, windows]),
      [
        [1, RUNS],
        [2, RUNS],
      ],
    );
    reader.close();
  }));

test('a source with very many items is stored in rows of a few hundred items', () =>
  withStore(async (store, path) => {
    const memory = createMemoryEvidence({ rollups: TRAITS });
    for (let run = 0; run < 3; run++) {
      const drops = Array.from({ length: 900 }, (_, i) => [1 + i * 3 + run, 1, 20_460 + run] as const);
      const loot = [looted(npc(1), 1 + run, 1, ...drops)];
      for (const one of [store, memory]) await add(one, { loot });
    }
    for (const one of [store, memory]) await takeOut(one, 2);
    const page = { afterItem: 700, limit: 900 };
    for (const which of ['all', 'changed'] as const) {
      assert.deepEqual(
        await store.sourceItems([npc(1), npc(2)], which, page),
        await memory.sourceItems([npc(1), npc(2)], which, page),
      );
    }
    const reader = await openReader(path);
    const { rows } = await reader.execute('select count(*) from loot_totals');
    assert.ok(Number(rows[0]![0]) > 5);
    assert.equal(await findLootMiscount(reader), null);
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
    const withLog = (installN: number, context: string) => ({ ...looted(npc(1), installN, 1), contexts: [context] });
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
    await add(store, { loot: [{ ...looted(npc(1), 1, 2), contexts: ['s3,5'] }] });
    const writer = await openWriter(path, { create: false });
    assert.equal(await findLootMiscount(writer), null);
    await writer.execute('delete from quest_logs');
    assert.equal(await findLootMiscount(writer), 'QUEST_LOGS');
    writer.close();
    await assert.rejects(store.lootOf([{ type: 'npc', id: 1 }], new Set([3]), null), /PACKED_DAMAGED/);
  }));
