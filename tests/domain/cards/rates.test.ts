import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENTITY_ROWS_MAX, type Source, type StoredRate } from '../../../domain/ports/drops.ts';
import type { SnapshotChange } from '../../../domain/ports/snapshots.ts';
import { itemRate } from '../../support/item_rate.ts';
import { snapshotChange } from '../../support/snapshot_change.ts';
import { type Stores, withStores } from '../snapshot/support.ts';
import { source } from './support.ts';

async function write(on: Stores, n: number, drops: SnapshotChange['drops']): Promise<void> {
  await on.snapshots.write(snapshotChange(n, { drops }));
  await on.store.refresh();
}

async function snapshotOf(on: Stores) {
  return (await on.store.newest())!;
}

async function ofItem(on: Stores, itemId: number) {
  return (await snapshotOf(on)).rates.ofItem(itemId);
}

async function ofSource(on: Stores, type: Source['type'], id: number) {
  return await (await snapshotOf(on)).rates.ofSource({ type, id });
}

function rate(
  sourceType: Source['type'],
  sourceId: number,
  itemId: number,
  [drops, kills]: readonly [number, number],
  installs = 3,
) {
  return {
    sourceType,
    sourceId,
    ...itemRate(itemId, drops, kills, installs),
    kills,
    reporters: 3,
    topWindows: Math.ceil(kills / 2),
  } satisfies StoredRate;
}

const NONE = { rates: [], total: 0 };

test('the rates of an item or source are ordered by the lower end of the estimate, with no ties', () =>
  withStores(async (on) => {
    await write(on, 1, [
      source('npc', 7, 10, { 25: 5, 26: 6, 24: 6 }),
      source('object', 6, 24, { 25: 3 }),
      source('npc', 6, 24, { 25: 3 }),
      source('npc', 5, 24, { 25: 4, 26: 3 }),
      // It dropped every time, but from only three windows. The next dropped less often, but from a thousand windows.
      source('npc', 3, 3, { 25: 3 }),
      source('npc', 4, 1_000, { 25: 500 }),
      source('npc', 9, 40, {}),
    ]);
    assert.deepEqual(await ofItem(on, 25), {
      corroborated: {
        rates: [
          rate('npc', 4, 25, [500, 1_000]),
          rate('npc', 3, 25, [3, 3]),
          rate('npc', 7, 25, [5, 10]),
          rate('npc', 5, 25, [4, 24]),
          rate('npc', 6, 25, [3, 24]),
          rate('object', 6, 25, [3, 24]),
        ],
        total: 6,
      },
      seenByFew: NONE,
    });
    assert.deepEqual(await ofItem(on, 27), { corroborated: NONE, seenByFew: NONE });
    assert.deepEqual(await ofSource(on, 'npc', 7), {
      kills: 10,
      reporters: 3,
      topWindows: 5,
      measuredZero: false,
      seenByFew: NONE,
      corroborated: {
        rates: [rate('npc', 7, 24, [6, 10]), rate('npc', 7, 26, [6, 10]), rate('npc', 7, 25, [5, 10])],
        total: 3,
      },
    });
    const windows = { kills: 40, reporters: 3, topWindows: 20, measuredZero: true };
    assert.deepEqual(await ofSource(on, 'npc', 9), { ...windows, corroborated: NONE, seenByFew: NONE });
    assert.equal(await ofSource(on, 'object', 9), null, 'a source is a type and an id');
    assert.equal(await ofSource(on, 'npc', 8), null);
  }));

test('a source with many drops comes later if its estimate is less sure', () =>
  withStores(async (on) => {
    const unsure = { ...itemRate(25, 900, 1_000), estimateLow: 0.05 };
    await write(on, 1, [
      { ...source('npc', 3, 1_000, {}), measuredZero: false, items: [unsure, itemRate(26, 500, 1_000)] },
      source('npc', 4, 10, { 25: 5 }),
    ]);
    assert.deepEqual(
      (await ofItem(on, 25)).corroborated.rates.map(({ sourceId }) => sourceId),
      [4, 3],
    );
    assert.deepEqual(
      (await ofSource(on, 'npc', 3))?.corroborated.rates.map(({ itemId }) => itemId),
      [26, 25],
    );
  }));

test('withdrawn rates are not found, and figures are the newest', () =>
  withStores(async (on) => {
    await write(on, 1, [
      source('npc', 6, 24, { 25: 3, 26: 1 }),
      source('npc', 7, 10, { 25: 5 }),
      source('npc', 9, 4, {}),
    ]);
    await write(on, 2, [
      source('npc', 6, 30, { 25: 4 }),
      { ...source('npc', 7, 10, {}), public: false, measuredZero: false },
      source('npc', 9, 5, { 26: 1 }),
    ]);
    assert.deepEqual((await ofItem(on, 25)).corroborated.rates, [rate('npc', 6, 25, [4, 30])]);
    assert.deepEqual((await ofItem(on, 26)).seenByFew.rates, [rate('npc', 9, 26, [1, 5], 1)]);
    assert.equal((await ofSource(on, 'npc', 6))?.corroborated.total, 1);
    assert.equal(await ofSource(on, 'npc', 7), null);
    assert.equal((await ofSource(on, 'npc', 9))?.measuredZero, false);
  }));

test('the longest lists are cut and have their total', () =>
  withStores(async (on) => {
    const count = ENTITY_ROWS_MAX + 1;
    const items = Object.fromEntries(Array.from({ length: count + 2 }, (_, i) => [i + 1, i + 1]));
    const sources = Array.from({ length: count }, (_, i) => source('object', i + 1, 5_000 + i, { 9999: 3 }));
    await write(on, 1, [source('npc', 6, 4_000, items), ...sources]);
    const { corroborated: own, seenByFew } = (await ofSource(on, 'npc', 6))!;
    assert.deepEqual([own.rates.length, own.total], [ENTITY_ROWS_MAX, count]);
    assert.equal(own.rates.at(-1)?.drops, 4, 'the rarest is left out');
    assert.deepEqual([seenByFew.rates.length, seenByFew.total], [2, 2]);
    const { corroborated: all } = await ofItem(on, 9_999);
    assert.deepEqual([all.rates.length, all.total], [ENTITY_ROWS_MAX, count]);
    assert.equal(all.rates.at(-1)?.kills, 5_000 + ENTITY_ROWS_MAX - 1, 'the one with the lowest bound is left out');
  }));

test('a limited list has the best rates and the total', () =>
  withStores(async (on) => {
    const many = Array.from({ length: 40 }, (_, at) => at + 3);
    await write(
      on,
      1,
      many.map((id) => source('npc', id, 60 + id, { 5: id, [100 + id]: 3 })),
    );
    const snapshot = await snapshotOf(on);
    const all = await ofItem(on, 5);
    assert.equal(all.corroborated.rates.length, 40);
    for (const most of [0, 1, 7, 40, 41]) {
      const some = await snapshot.rates.ofItem(5, most);
      assert.deepEqual(some.corroborated, { total: 40, rates: all.corroborated.rates.slice(0, most) });
      const one = (await snapshot.rates.ofSource({ type: 'npc', id: 7 }, most))!;
      const whole = (await ofSource(on, 'npc', 7))!;
      assert.deepEqual(one.corroborated, { total: 2, rates: whole.corroborated.rates.slice(0, most) });
    }
  }));
