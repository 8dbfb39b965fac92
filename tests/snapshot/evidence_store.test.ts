import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvidenceStore } from '../../domain/ports/evidence.ts';
import type { LootEvidence, Source } from '../../domain/rollups/drops.ts';
import { must, STORES } from './support.ts';

const npc = (id: number): Source => ({ type: 'npc', id });
const object = (id: number): Source => ({ type: 'object', id });

const seen = (
  source: Source,
  installN: number,
  windows: number,
  drops: readonly [itemId: number, count: number][] = [],
): LootEvidence => ({ source, installN, windows, drops: new Map(drops) });

/** Adds one step of evidence behind what is there. */
const add = async (store: EvidenceStore, ...loot: readonly LootEvidence[]): Promise<void> => {
  const cursor = must(await store.cursor());
  must(await store.add({ ...cursor, step: cursor.step + 1, seq: cursor.seq + 10 }, loot));
};

const dirty = async (store: EvidenceStore): Promise<readonly string[]> =>
  must(await store.dirtySources())
    .map(
      (d) =>
        `${d.source.type} ${d.source.id}: ${d.kills} kills, ${d.reportersBefore}>${d.reporters} installs, ${d.itemsBefore}>${d.items} items`,
    )
    .sort();

const items = async (
  store: EvidenceStore,
  which: 'all' | 'changed',
  ...sources: Source[]
): Promise<readonly string[]> =>
  must(await store.sourceItems(sources, which))
    .map(({ source, itemId, drops }) => `${source.type} ${source.id} item ${itemId}: ${drops}`)
    .sort();

for (const stores of STORES) {
  test(`empty evidence (${stores.name})`, () =>
    stores.with(async ({ evidence }) => {
      const cursor = must(await evidence.cursor());
      assert.deepEqual(new Set(Object.values(cursor)), new Set([0, null]));
      assert.deepEqual(await dirty(evidence), []);
      assert.deepEqual(await items(evidence, 'all', npc(1)), []);
    }));

  test(`the cursor stands where the last add put it, and clearing leaves its step (${stores.name})`, () =>
    stores.with(async ({ evidence }) => {
      const counts = { uploads: 3, lastUploadN: 7, legacyRecords: 1, lootUploads: 2, lastLootUploadN: 6 };
      const to = {
        step: 1,
        clearedStep: 0,
        seq: 2 ** 40,
        dataAsOfMs: 1.7e12,
        ...counts,
        lootRecords: 5,
        lootWindows: 4,
      };
      must(await evidence.add(to, []));
      assert.deepEqual(must(await evidence.cursor()), to);
      must(await evidence.clearMarks());
      assert.deepEqual(must(await evidence.cursor()), { ...to, clearedStep: 1 });
      must(await evidence.add({ ...to, step: 2 }, []));
      assert.deepEqual(must(await evidence.cursor()), { ...to, step: 2, clearedStep: 1 });
    }));

  test(`windows, installs and items add up (${stores.name})`, () =>
    stores.with(async ({ evidence }) => {
      await add(
        evidence,
        seen(npc(1), 1, 2, [
          [7, 2],
          [8, 1],
        ]),
        seen(npc(1), 2, 1, [[7, 1]]),
        seen(object(1), 2, 1),
      );
      assert.deepEqual(await dirty(evidence), [
        'npc 1: 3 kills, 0>2 installs, 0>2 items',
        'object 1: 1 kills, 0>1 installs, 0>0 items',
      ]);
      await add(
        evidence,
        seen(npc(1), 2, 4, [
          [7, 3],
          [9, 1],
        ]),
        seen(npc(1), 3, 1),
      );
      assert.deepEqual(await dirty(evidence), [
        'npc 1: 8 kills, 0>3 installs, 0>3 items',
        'object 1: 1 kills, 0>1 installs, 0>0 items',
      ]);
      assert.deepEqual(await items(evidence, 'all', npc(1), object(1)), [
        'npc 1 item 7: 6',
        'npc 1 item 8: 1',
        'npc 1 item 9: 1',
      ]);
    }));

  test(`marks tell what changed since they were cleared, and how it stood then (${stores.name})`, () =>
    stores.with(async ({ evidence }) => {
      await add(
        evidence,
        seen(npc(1), 1, 1, [
          [7, 1],
          [8, 1],
        ]),
        seen(npc(2), 1, 1, [[7, 1]]),
      );
      must(await evidence.clearMarks());
      assert.deepEqual(await dirty(evidence), []);
      assert.deepEqual(await items(evidence, 'changed', npc(1), npc(2)), []);
      await add(evidence, seen(npc(1), 1, 1, [[8, 1]]));
      await add(evidence, seen(npc(1), 2, 1, [[9, 1]]), seen(npc(3), 1, 1, [[7, 1]]));
      assert.deepEqual(await dirty(evidence), [
        'npc 1: 3 kills, 1>2 installs, 2>3 items',
        'npc 3: 1 kills, 0>1 installs, 0>1 items',
      ]);
      assert.deepEqual(await items(evidence, 'changed', npc(1), npc(2)), ['npc 1 item 8: 2', 'npc 1 item 9: 1']);
      assert.deepEqual(await items(evidence, 'all', npc(2)), ['npc 2 item 7: 1']);
    }));
}
