import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DropFacts, ItemRate } from '../../../../domain/ports/drops.ts';
import { withStores } from '../../../domain/snapshot/support.ts';
import { itemRate } from '../../../support/item_rate.ts';
import { snapshotChange } from '../../../support/snapshot_change.ts';

const ITEM = 7;

function source(id: number, reporters: number, ...items: readonly Partial<ItemRate>[]): DropFacts {
  const rates = items.map((rate) => ({ ...itemRate(rate.itemId ?? ITEM, 10, 100), estimateHigh: 1, ...rate }));
  const figures = { kills: 100, topWindows: 50, public: true, measuredZero: false };
  return { source: { type: 'npc', id }, reporters, ...figures, items: rates };
}

test('sources of an item follow in order of looters, lower bound, drops and id, and those seen by few are apart', () =>
  withStores(async ({ snapshots, store }) => {
    const sources = [
      source(1, 3, { estimateLow: 0.9 }),
      source(2, 5, { estimateLow: 0.2 }),
      source(3, 5, { estimateLow: 0.3, drops: 20 }),
      source(4, 9, { estimateLow: 0.3, drops: 30 }),
      source(5, 9, { estimateLow: 0.3, drops: 20 }),
      source(6, 9, { estimateLow: 0.8, installs: 2 }),
      source(8, 4, { estimateLow: 0.9, installs: 1 }),
    ];
    await snapshots.write(snapshotChange(1, { drops: sources }));
    await store.refresh();
    const { rates } = (await store.newest())!;
    const ofItem = async (most?: number) => {
      const { corroborated, seenByFew } = await rates.ofItem(ITEM, most);
      return [corroborated, seenByFew].map(({ total, rates: some }) => [total, some.map(({ sourceId }) => sourceId)]);
    };
    assert.deepEqual(await ofItem(), [
      [5, [4, 3, 5, 2, 1]],
      [2, [6, 8]],
    ]);
    assert.deepEqual(await ofItem(2), [
      [5, [4, 3]],
      [2, [6, 8]],
    ]);
    assert.deepEqual(await ofItem(0), [
      [5, []],
      [2, []],
    ]);
    assert.equal((await rates.surestOfItems([ITEM])).get(ITEM)?.sourceId, 4);
  }));

test('a source leads once enough installs looted it, although its rates stay the same', () =>
  withStores(async ({ snapshots, store }) => {
    const first = async (n: number, reporters: number) => {
      const change = { drops: [source(1, reporters, { estimateLow: 0.9 }), source(2, 5, { estimateLow: 0.2 })] };
      await snapshots.write(snapshotChange(n, change));
      await store.refresh();
      return (await (await store.newest())!.rates.surestOfItems([ITEM])).get(ITEM)?.sourceId;
    };
    assert.equal(await first(1, 4), 2);
    assert.equal(await first(2, 5), 1);
    assert.equal(await first(3, 4), 2);
  }));

test('the surest item of a source is the one with the highest lower bound and most drops that three installs saw', () =>
  withStores(async ({ snapshots, store }) => {
    const bound = { estimateLow: 0.4 };
    const items = [
      { itemId: 3, estimateLow: 0.9, installs: 2 },
      { itemId: 4, ...bound, drops: 10 },
      { itemId: 5, ...bound, drops: 12 },
      { itemId: 6, ...bound, drops: 12 },
    ];
    await snapshots.write(snapshotChange(1, { drops: [source(1, 4, ...items), source(2, 9, { installs: 2 })] }));
    await store.refresh();
    const surest = await (await store.newest())!.rates.surestOfSources('npc', [1, 2, 3]);
    assert.deepEqual(
      [...surest].map(([id, { itemId }]) => [id, itemId]),
      [[1, 5]],
    );
  }));
