import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRateEstimator, createSourceRates } from '../../../domain/families/counting/source_rates.ts';
import { estimateRate } from '../../../domain/values/estimates/estimate_rate.ts';
import { countObservations, createLikelihoods, type Observation } from '../../../domain/values/estimates/likelihood.ts';
import { DEFAULT_WEIGHTS } from '../../../domain/values/estimates/model.ts';
import { DAY_MS } from '../../../domain/values/instant.ts';
import { FIRST_IPV6_WITNESS } from '../../../domain/values/witnesses.ts';
import type { EstimatedRate } from '../../../schema/response_fields.ts';
import { gatherLoot } from '../../support/gather_loot.ts';
import { items, looted, npc, type Source } from '../../support/world.ts';
import { kept, listedUploads, published, type Sketch, snap, withStores } from '../snapshot/support.ts';

const KOBOLD = npc(6);
const KOBOLD_SOURCE = { type: 'npc', id: 6 } as const;
const CANDLE = 772;
const QUEST = 60;

/** How an install loots: how often, how often it finds the item, and in which context. */
interface Looting {
  readonly windows: number;
  readonly drops: number;
  readonly group?: string;
  readonly questIds?: readonly number[];
  /** The quest for which the client marks the item. */
  readonly marks?: number;
  readonly source?: Source;
}

function lootings(install: number, { windows, drops, group, questIds, marks, source = KOBOLD }: Looting): Sketch[] {
  return Array.from({ length: windows }, (_, i): Sketch => {
    const sketch = looted(source, ...items(...(i < drops ? [CANDLE] : [])));
    const { items: found, ...fields } = sketch.fields as { items: readonly object[] };
    const marked = found.map((one) => ({ ...one, ...(marks !== undefined && { questItem: true, questId: marks }) }));
    const context = { ...(group !== undefined && { group }), ...(questIds !== undefined && { questIds }) };
    return {
      install,
      event: `${JSON.stringify([install, windows, drops, group, questIds, source])}${i}`,
      ...sketch,
      fields: { ...fields, ...context, items: marked },
    };
  });
}

/** Returns the rate of the item after the builder took in these records. */
function rateOf(...sketches: readonly Sketch[][]) {
  return withStores(async (on) => {
    assert.ok((await snap(on, listedUploads(kept(sketches.flat())))).ok);
    await on.store.refresh();
    const rates = await (await on.store.newest())!.rates.ofSource(KOBOLD);
    return rates!.corroborated.rates[0] ?? rates!.seenByFew.rates[0]!;
  });
}

/** Returns the estimate of these observations, as rates have it. */
function estimated(...observations: readonly Observation[]) {
  const { estimate, low, high } = estimateRate(countObservations(observations), DEFAULT_WEIGHTS, createLikelihoods());
  return [estimate, low, high].map((share) => Number(share.toFixed(6)));
}

function shown({ estimate, estimateLow, estimateHigh }: EstimatedRate): readonly number[] {
  return [estimate, estimateLow, estimateHigh];
}

test('an item may be missing in the first context of an install', () => {
  const source = KOBOLD_SOURCE;
  const window = { installN: 1, source, receivedDay: 6, tie: 0, itemIds: [CANDLE], marks: [] };
  const [loot] = gatherLoot([
    { ...window, context: '3', capturedAtMs: 5 * DAY_MS, itemIds: [] },
    { ...window, context: 's3', capturedAtMs: 7 * DAY_MS, marks: [[CANDLE, 3]] },
    { ...window, context: '', capturedAtMs: 5 * DAY_MS + 1 },
  ]);
  const { windowsInTime, ...sums } = loot!;
  assert.deepEqual(sums, {
    ...{ source, installN: 1, windows: 3, contexts: ['', '3', 's3'], windowsIn: [1, 1, 1], receivedDay: 6 },
    items: [{ itemId: CANDLE, drops: 2, dropsIn: [1, 0, 1], marked: [3], firstDay: 5, lastDay: 7 }],
  });
  assert.deepEqual(windowsInTime(), [
    { capturedDay: 5, receivedDay: 6, context: 1, itemIds: [], marked: [] },
    { capturedDay: 5, receivedDay: 6, context: 0, itemIds: [CANDLE], marked: [] },
    { capturedDay: 6, receivedDay: 6, context: 2, itemIds: [CANDLE], marked: [[CANDLE, [3]]] },
  ]);
});

test('windows without context are estimated together', async () => {
  const rate = await rateOf(
    lootings(1, { windows: 8, drops: 2 }),
    lootings(2, { windows: 20, drops: 6 }),
    lootings(3, { windows: 5, drops: 0 }),
  );
  assert.equal(rate.basis, 'all');
  assert.deepEqual(shown(rate), estimated([8, 2], [20, 6], [5, 0]));
});

test('thirty solo windows of three installs make groups count no more', async () => {
  const group = [
    lootings(1, { windows: 9, drops: 9, group: 'party' }),
    lootings(4, { windows: 9, drops: 8, group: 'raid' }),
  ];
  const solo = (last: number) => [
    lootings(1, { windows: 10, drops: 1, group: 'solo' }),
    lootings(2, { windows: 10, drops: 2, group: 'solo' }),
    lootings(3, { windows: last, drops: 0, group: 'solo' }),
  ];
  const enough = await rateOf(...group, ...solo(10));
  assert.deepEqual([enough.basis, enough.drops, enough.kills], ['solo', 20, 48]);
  assert.deepEqual(shown(enough), estimated([10, 1], [10, 2], [10, 0]));
  const few = await rateOf(...group, ...solo(9));
  assert.equal(few.basis, 'all');
  assert.deepEqual(shown(few), estimated([19, 10], [10, 2], [9, 0], [9, 8]));
  const two = await rateOf(
    ...group,
    lootings(1, { windows: 30, drops: 3, group: 'solo' }),
    lootings(2, { windows: 30, drops: 3, group: 'solo' }),
  );
  assert.equal(two.basis, 'all');
});

test('a quest item has the rate of players on the quest, once three had it and three saw its mark', async () => {
  const onQuest = { questIds: [QUEST, 61], marks: QUEST };
  const off = lootings(4, { windows: 40, drops: 0, group: 'solo' });
  const three = [1, 2, 3].map((install) => lootings(install, { windows: 10, drops: install, ...onQuest }));
  const rate = await rateOf(off, ...three, lootings(1, { windows: 7, drops: 0, questIds: [61] }));
  assert.equal(rate.basis, 'quest');
  assert.deepEqual(rate.quest, { questId: QUEST, kills: 30, drops: 6, rate: 0.2, installs: 3, reporters: 3 });
  assert.deepEqual(shown(rate), estimated([10, 1], [10, 2], [10, 3]));
  assert.deepEqual([rate.drops, rate.kills, rate.installs], [6, 77, 3]);

  const unlucky = await rateOf(off, ...three.slice(0, 2), lootings(3, { windows: 10, drops: 0, ...onQuest }));
  assert.equal(unlucky.quest, undefined, 'two installs saw the mark');
  const elsewhere = lootings(3, { windows: 1, drops: 1, ...onQuest, source: npc(7) });
  const marked = await rateOf(off, ...three.slice(0, 2), lootings(3, { windows: 10, drops: 0, ...onQuest }), elsewhere);
  assert.equal(marked.quest, undefined, 'two installs saw the mark on this creature');
  const withoutLog = await rateOf(off, ...three.slice(0, 2), lootings(3, { windows: 10, drops: 3, marks: QUEST }));
  assert.equal(withoutLog.quest, undefined, 'two installs had the quest in their log');
});

test('of several quests of an item, most installs decide, and then the lowest id', async () => {
  const on = (install: number, questId: number) => [
    lootings(install, { windows: 5, drops: 2, questIds: [questId], marks: questId }),
  ];
  const both = [1, 2, 3].flatMap((install) => [...on(install, 90), ...on(install, 70)]);
  assert.equal((await rateOf(...both)).quest?.questId, 70);
  assert.equal((await rateOf(...both, ...on(4, 90))).quest?.questId, 90);
});

test('half of the players who saw an item must have seen its mark while they had the quest', async () => {
  const onQuest = { windows: 10, drops: 5, questIds: [QUEST], marks: QUEST };
  const three = [1, 2, 3].map((install) => lootings(install, onQuest));
  const others = [4, 5, 6].map((install) => lootings(install, { windows: 10, drops: 1 }));
  assert.equal((await rateOf(...three, ...others)).basis, 'quest');
  const seventh = await rateOf(...three, ...others, lootings(7, { windows: 1, drops: 1, questIds: [QUEST] }));
  assert.deepEqual([seventh.basis, seventh.quest], ['all', undefined]);
  const unlucky = await rateOf(...three, ...others, lootings(7, { windows: 9, drops: 0, questIds: [QUEST] }));
  assert.deepEqual([unlucky.basis, unlucky.quest?.reporters], ['quest', 4], 'the seventh did not see the item');
});

test('half of all players must have looted alone before groups count no more', async () => {
  const alone = [1, 2, 3].map((install) => lootings(install, { windows: 20, drops: 2, group: 'solo' }));
  const raiders = [4, 5, 6].map((install) => lootings(install, { windows: 5, drops: 1, group: 'raid' }));
  assert.equal((await rateOf(...alone, ...raiders)).basis, 'solo');
  assert.equal((await rateOf(...alone, ...raiders, lootings(7, { windows: 1, drops: 0 }))).basis, 'all');
});

test('a rate says that players disagree if the windows outside of its basis contradict it', async () => {
  const installs = [1, 2, 3];
  const soloAnd = (solo: number, group: number) =>
    rateOf(
      ...installs.map((install) => lootings(install, { windows: 40, drops: solo, group: 'solo' })),
      ...installs.map((install) => lootings(install + 2, { windows: 40, drops: group, group: 'party' })),
    );
  for (const [solo, group, disagrees] of [
    [20, 20, undefined],
    [38, 2, true],
    [2, 38, true],
  ] as const) {
    const rate = await soloAnd(solo, group);
    assert.deepEqual([rate.basis, rate.disagrees], ['solo', disagrees], `${solo} and ${group}`);
  }
  const questAnd = (on: number, off: number) =>
    rateOf(
      ...installs.map((install) => lootings(install, { windows: 40, drops: on, questIds: [QUEST], marks: QUEST })),
      ...installs.map((install) => lootings(install, { windows: 40, drops: off, questIds: [61] })),
    );
  for (const [on, off, disagrees] of [
    [38, 2, undefined],
    [2, 38, true],
  ] as const) {
    const rate = await questAnd(on, off);
    assert.deepEqual([rate.basis, rate.disagrees], ['quest', disagrees], `${on} and ${off}`);
  }
  const twoOutside = await rateOf(
    ...installs.map((install) => lootings(install, { windows: 40, drops: 38, group: 'solo' })),
    ...[3, 4].map((install) => lootings(install, { windows: 40, drops: 2, group: 'party' })),
  );
  assert.equal(twoOutside.disagrees, undefined, 'two installs do not make an interval');
});

test('marks on another creature change no rate', () =>
  withStores(async (on) => {
    const first = [1, 2, 3].flatMap((install) => lootings(install, { windows: 10, drops: 2, questIds: [QUEST] }));
    const onQuest = { questIds: [QUEST], marks: QUEST };
    const marks = [1, 2, 3].flatMap((install) =>
      lootings(install, { windows: 1, drops: 1, ...onQuest, source: npc(7) }),
    );
    const here = [1, 2, 3].flatMap((install) => lootings(install, { windows: 1, drops: 1, ...onQuest }));
    const records = kept([...first, ...marks, ...here]);
    const basis = async (upTo: number) => {
      assert.ok((await snap(on, listedUploads(records, upTo))).ok);
      const { estimates } = await published(on.store);
      return estimates
        .find((line) => line.startsWith('npc 6'))!
        .split(', ')[1]!
        .slice(0, 5);
    };
    assert.equal(await basis(first.length), 'all');
    assert.equal(await basis(first.length + marks.length), 'all');
    assert.equal(await basis(records.length), 'quest');
  }));

test('a source with very many installs is estimated from all of them', () => {
  const drops = (i: number) => (i % 4 === 0 ? 3 : 0);
  const installs = Array.from({ length: 4_000 }, (_, i) => ({
    installN: i % 2 === 0 ? i + 1 : FIRST_IPV6_WITNESS + i + 1,
    windows: 4,
    contexts: [3],
    windowsIn: [4],
    items: [{ itemId: CANDLE, drops: drops(i), dropsIn: [drops(i)], marked: [QUEST], firstDay: 1, lastDay: 1 }],
    known: [{ isSolo: true, questIds: [QUEST] }],
    receivedDay: 1,
    windowsInTime: () => [],
  }));
  const rules = { estimateOf: createRateEstimator(DEFAULT_WEIGHTS), day: 2, onceOnly: new Set<number>() };
  const rates = createSourceRates(KOBOLD_SOURCE, new Map([[CANDLE, [QUEST]]]), rules);
  rates.add(installs.slice(0, 2_500));
  rates.add(installs.slice(2_500));
  const rate = rates.rateOf(CANDLE, null);
  assert.deepEqual(rate.quest, {
    questId: QUEST,
    kills: 16_000,
    drops: 3_000,
    rate: 0.1875,
    installs: 1_000,
    reporters: 2_000,
  });
  assert.ok(rate.disagrees);
  assert.deepEqual(shown(rate), estimated(...installs.map((_, i) => [4, drops(i)] as const)));
});
