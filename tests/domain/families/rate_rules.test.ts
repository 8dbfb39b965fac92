import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRateEstimator, createSourceRates } from '../../../domain/families/counting/source_rates.ts';
import { chooseOddShare, countObservations, type Observation } from '../../../domain/values/estimates/likelihood.ts';
import { DEFAULT_WEIGHTS } from '../../../domain/values/estimates/model.ts';
import { formatDayNumber } from '../../../domain/values/instant.ts';
import { FIRST_IPV6_WITNESS } from '../../../domain/values/witnesses.ts';
import type { EstimatedRate } from '../../../schema/response_fields.ts';
import { type DatedWindow, lootOfWindows } from '../../support/loot_days.ts';

/** Which windows an estimate uses (contract, section 3, Drops): those before the day, of those the newer ones, and so on. */

const SOURCE = { type: 'npc', id: 6 } as const;
const [CANDLE, TAIL, QUEST] = [772, 2, 60];
const TODAY = 20_000;
const estimateOf = createRateEstimator(DEFAULT_WEIGHTS);

interface Rules {
  readonly day?: number;
  readonly onceOnly?: readonly number[];
  readonly quests?: readonly number[];
}

function rateOf(windows: readonly DatedWindow[], rules: Rules = {}, itemId = CANDLE): EstimatedRate {
  return ratesOf(lootOfWindows(windows), rules).rateOf(itemId, null);
}

function ratesOf(
  loot: ReturnType<typeof lootOfWindows>,
  { day = TODAY + 1, onceOnly = [], quests = [] }: Rules = {},
  batch = loot.length,
) {
  const rates = createSourceRates(SOURCE, new Map([[CANDLE, quests]]), {
    ...{ estimateOf, day, onceOnly: new Set(onceOnly) },
  });
  for (let at = 0; at < loot.length; at += batch) rates.add(loot.slice(at, at + batch));
  return rates;
}

/** Windows of one install and day. The first `drops` hold the item. */
function looted(installN: number, drops: number, of: number, more: Partial<DatedWindow> = {}): readonly DatedWindow[] {
  return Array.from({ length: of }, (_, i) => ({
    ...{ installN, day: TODAY, itemIds: i < drops ? [CANDLE] : [TAIL] },
    ...more,
  }));
}

function installs(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function shown({ estimate, estimateLow, estimateHigh }: EstimatedRate): readonly number[] {
  return [estimate, estimateLow, estimateHigh];
}

function estimated(...observations: readonly Observation[]): readonly number[] {
  const { estimate, low, high } = estimateOf(countObservations(observations));
  return [estimate, low, high].map((share) => Number(share.toFixed(6)));
}

test('windows of the day wait for the next day, unless they are more than a tenth of those before', () => {
  const before = installs(1, 5).flatMap((install) => looted(install, 5, 20, { day: TODAY - 1 }));
  const sides = installs(1, 5).map(() => [20, 5] as const);
  const today = (windows: number) => looted(9, 0, windows);
  assert.deepEqual(shown(rateOf([...before, ...today(10)], { day: TODAY })), estimated(...sides));
  assert.deepEqual(shown(rateOf([...before, ...today(11)], { day: TODAY })), estimated(...sides, [11, 0]));
  assert.deepEqual(shown(rateOf([...before, ...today(10)])), estimated(...sides, [10, 0]));
});

test('the day of receipt decides which windows are older, not the day of capture', () => {
  const before = installs(1, 5).flatMap((install) => looted(install, 5, 20, { day: TODAY - 1 }));
  const late = looted(1, 9, 9, { day: TODAY - 5, received: TODAY });
  assert.deepEqual(
    shown(rateOf([...before, ...late], { day: TODAY })),
    estimated(...installs(1, 5).map(() => [20, 5] as const)),
  );
});

test('a source that became public today, and an item that first dropped today, use all windows', () => {
  const two = [1, 2].flatMap((install) => looted(install, 5, 40, { day: TODAY - 1 }));
  assert.deepEqual(shown(rateOf([...two, ...looted(3, 0, 4)], { day: TODAY })), estimated([40, 5], [40, 5], [4, 0]));
  const three = installs(1, 3).flatMap((install) => looted(install, 0, 40, { day: TODAY - 1 }));
  const first = rateOf([...three, ...looted(4, 1, 4)], { day: TODAY });
  assert.deepEqual(shown(first), estimated([40, 0], [40, 0], [40, 0], [4, 1]));
  const usual = rateOf([...three, ...looted(4, 1, 4)], { day: TODAY }, TAIL);
  assert.deepEqual(shown(usual), estimated([40, 40], [40, 40], [40, 40]));
});

test('the basis looks at the windows of the estimate', () => {
  const group = installs(1, 4).flatMap((install) => looted(install, 6, 200, { day: TODAY - 1, context: '' }));
  const solo = (day: number) => installs(1, 3).flatMap((install) => looted(install, 5, 10, { day, context: 's' }));
  assert.equal(rateOf([...group, ...solo(TODAY)], { day: TODAY }).basis, 'all');
  assert.equal(rateOf([...group, ...solo(TODAY)]).basis, 'solo');
  const marks = { context: `${QUEST}`, marks: [QUEST] };
  const onQuest = (day: number) => installs(1, 3).flatMap((install) => looted(install, 3, 3, { day, ...marks }));
  const known = [...installs(1, 3).flatMap((install) => looted(install, 1, 90, { day: TODAY - 1 }))];
  assert.equal(rateOf([...known, ...onQuest(TODAY)], { day: TODAY, quests: [QUEST] }).basis, 'all');
  assert.equal(rateOf([...known, ...onQuest(TODAY)], { quests: [QUEST] }).basis, 'quest');
});

test('twelve players who looted a unique item once each have its rate, however much they loot later', () => {
  const corpses = [1, 1, 1, 1, 2, 2, 2, 2, 3, 4, 5, 6];
  const windows = corpses.flatMap((until, i) => [
    ...looted(i + 1, 0, until - 1),
    ...looted(i + 1, 1, 1),
    ...looted(i + 1, 0, 40),
  ]);
  const usual = rateOf(windows);
  assert.ok(usual.estimateHigh < 0.06, `${shown(usual)}`);
  assert.equal(usual.obtainable, undefined);
  const once = rateOf(windows, { onceOnly: [CANDLE] });
  assert.equal(once.obtainable, 'once');
  assert.ok(
    once.estimateLow < 0.4 && 0.4 < once.estimateHigh && Math.abs(once.estimate - 0.4) < 0.05,
    `${shown(once)}`,
  );
  assert.deepEqual(shown(once), estimated(...corpses.map((until) => [until, 1] as const)));
});

test('an install that never found a unique item counts with all its windows, and other items are as ever', () => {
  const windows = [...looted(1, 1, 30), ...looted(2, 0, 30), ...looted(3, 0, 30)];
  assert.deepEqual(shown(rateOf(windows, { onceOnly: [CANDLE] })), estimated([1, 1], [30, 0], [30, 0]));
  assert.deepEqual(rateOf(windows, { onceOnly: [CANDLE] }, TAIL), rateOf(windows, {}, TAIL));
});

const [SPRING, SUMMER] = [TODAY - 100, TODAY - 20];

/** Ten players, 60 windows each in spring, half with the item, and then 36 each without it. */
const GONE = installs(1, 10).flatMap((install) => [
  ...installs(0, 5).flatMap((week) => looted(install, 5, 10, { day: SPRING + 7 * week })),
  ...installs(0, 3).flatMap((week) => looted(install, 0, 9, { day: SUMMER + 4 * week })),
]);

test('a rate that a patch moved is that of the windows since, with the day and both rates', () => {
  const rate = rateOf(GONE);
  const { changed } = rate;
  assert.equal(changed?.since, formatDayNumber(SUMMER));
  assert.ok(Math.abs(changed.before - 0.5) < 0.02 && changed.after < 0.005, JSON.stringify(changed));
  const since = estimateOf([[[36, 0], 10]], 'constant');
  assert.deepEqual(
    shown(rate),
    [since.estimate, since.low, since.high].map((share) => Number(share.toFixed(6))),
  );
  assert.equal(changed.after, rate.estimate);
});

test('a side needs three installs before, five since and half as many, and thirty windows each', () => {
  const sides = (before: readonly number[], since: readonly number[], [older, newer]: readonly [number, number]) => [
    ...before.flatMap((install) => looted(install, older, older, { day: SPRING })),
    ...since.flatMap((install) => looted(install, 0, newer, { day: SUMMER })),
  ];
  const isChanged = (...of: Parameters<typeof sides>) => rateOf(sides(...of)).changed !== undefined;
  assert.ok(isChanged(installs(1, 3), installs(4, 8), [10, 6]));
  assert.ok(!isChanged(installs(1, 2), installs(4, 8), [20, 6]), 'two installs before');
  assert.ok(!isChanged(installs(1, 3), installs(4, 7), [10, 8]), 'four installs since');
  assert.ok(!isChanged(installs(1, 5), installs(4, 8), [5, 6]), '25 windows before');
  assert.ok(!isChanged(installs(1, 3), installs(4, 8), [10, 5]), '25 windows since');
  assert.ok(isChanged(installs(1, 16), installs(10, 17), [10, 10]));
  assert.ok(!isChanged(installs(1, 17), installs(10, 17), [10, 10]), 'half as many as before');
  const both = (from: number) =>
    installs(from, from + 2).map((install) => FIRST_IPV6_WITNESS * (install % 2) + install);
  assert.ok(!isChanged(installs(1, 3), [...both(4), ...both(7)], [10, 6]), 'three of each address family since');
});

test('windows dated after their receipt count for the day of receipt', () => {
  const ahead = GONE.map((window) =>
    window.day >= SUMMER ? { ...window, day: window.day + 3_000, received: window.day } : window,
  );
  assert.deepEqual(rateOf(ahead).changed, rateOf(GONE).changed);
});

test('an install with very many windows does not choose the day', () => {
  const busy = [...looted(11, 800, 800, { day: SPRING + 3 }), ...looted(11, 0, 2_000, { day: SUMMER + 2 })];
  assert.equal(rateOf([...GONE, ...busy]).changed?.since, formatDayNumber(SUMMER));
});

/** Windows of fifty honest installs with a rate of a quarter. Eight of them still loot. */
const HONEST = installs(1, 50).flatMap((install) => [
  ...looted(install, 3, 12, { day: SPRING }),
  ...(install <= 8 ? looted(install, 2, 8, { day: SUMMER }) : []),
]);

/** Lying installs with 40 windows each, all with the item. */
function lies(liars: number, day: number): readonly DatedWindow[] {
  return installs(101, 100 + liars).flatMap((install) => looted(install, 40, 40, { day, received: SUMMER + 1 }));
}

for (const [name, day] of [
  ['on the newer side', SUMMER + 1],
  ['dated ahead', TODAY + 9],
] as const) {
  test(`three, nine and ten lying installs ${name} change no rate of fifty, of whom eight still loot`, () => {
    for (const liars of [3, 9, 10]) {
      const { changed, estimateLow, estimateHigh } = rateOf([...HONEST, ...lies(liars, day)]);
      assert.equal(changed, undefined, `${liars} liars`);
      assert.ok(estimateLow <= 0.25 && 0.25 <= estimateHigh, `${liars} liars: ${estimateLow} to ${estimateHigh}`);
    }
  });
}

test('lying installs that date windows back can invent a past, but the rate stays that of fifty', () => {
  for (const liars of [3, 9, 10]) {
    const { changed, estimateLow, estimateHigh } = rateOf([...HONEST, ...lies(liars, SPRING - 50)]);
    assert.equal(changed?.since, formatDayNumber(SPRING), `${liars} liars`);
    assert.ok(estimateLow <= 0.25 && 0.25 <= estimateHigh, `${liars} liars: ${estimateLow} to ${estimateHigh}`);
  }
});

/** An install's visits: on which day of ten, received how much later, how many windows with and without the item. */
const visits = fc.array(
  fc.record({
    day: fc.integer({ min: 0, max: 9 }),
    late: fc.constantFrom(0, 0, 0, 1, 5, -2),
    found: fc.integer({ min: 0, max: 12 }),
    empty: fc.integer({ min: 0, max: 30 }),
    context: fc.constantFrom('', '', 's', `s${QUEST}`, `${QUEST}`),
    isMarked: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);

const worlds = fc.array(fc.tuple(visits, fc.boolean()), { minLength: 3, maxLength: 14 }).map((players) =>
  players.flatMap(([own, isIpv6], i) =>
    own.flatMap(({ day, late, found, empty, context, isMarked }) =>
      Array.from({ length: found + empty }, (_, at): DatedWindow => {
        const isFound = at % (1 + Math.floor(empty / (found + 1))) === 0 && at < found + empty;
        return {
          ...{ installN: (isIpv6 ? FIRST_IPV6_WITNESS : 0) + i + 1, day: TODAY - 9 + day, context },
          received: TODAY - 9 + day + late,
          itemIds: isFound && found > 0 ? [CANDLE] : [TAIL],
          ...(isFound && found > 0 && isMarked && context.includes(`${QUEST}`) && { marks: [QUEST] }),
        };
      }),
    ),
  ),
);

test('rates are what the rules say, worked out window by window', () => {
  fc.assert(
    fc.property(worlds, fc.integer({ min: TODAY - 6, max: TODAY + 6 }), fc.boolean(), (windows, day, isOnce) => {
      fc.pre(windows.some(({ itemIds }) => itemIds.includes(CANDLE)));
      const rate = rateOf(windows, { day, onceOnly: isOnce ? [CANDLE] : [], quests: [QUEST] });
      assert.deepEqual([rate.basis, rate.changed, ...shown(rate)], naiveRate(windows, day, isOnce));
    }),
    { numRuns: 300 },
  );
});

test('neither the order nor the batches of installs matter', () => {
  fc.assert(
    fc.property(worlds, fc.integer({ min: 1, max: 5 }), fc.boolean(), (windows, batch, isOnce) => {
      fc.pre(windows.some(({ itemIds }) => itemIds.includes(CANDLE)));
      const loot = lootOfWindows(windows);
      const rules = { day: TODAY, onceOnly: isOnce ? [CANDLE] : [], quests: [QUEST] };
      assert.deepEqual(
        ratesOf(loot.toReversed(), rules, batch).rateOf(CANDLE, null),
        ratesOf(loot, rules).rateOf(CANDLE, null),
      );
    }),
    { numRuns: 100 },
  );
});

/** The rules again, as plainly as possible: each looks at all windows. */
function naiveRate(windows: readonly DatedWindow[], day: number, isOnce: boolean) {
  const isBefore = ({ day: captured, received = captured }: DatedWindow) => received < day;
  const holds = ({ itemIds }: DatedWindow) => itemIds.includes(CANDLE);
  const before = windows.filter(isBefore);
  const usesAll = countOf(before) < 3 || windows.length - before.length > before.length / 10 || !before.some(holds);
  const used = usesAll ? windows : before;
  const onQuest = ({ context = '' }: DatedWindow) => context.includes(`${QUEST}`);
  const isSolo = ({ context = '' }: DatedWindow) => context.startsWith('s');
  const marked = countOf(used.filter(({ marks = [] }) => marks.length > 0));
  const solo = used.filter(isSolo);
  const [basis, isIn] =
    marked >= 3 && 2 * marked >= countOf(used.filter(holds))
      ? (['quest', onQuest] as const)
      : solo.length >= 30 && countOf(solo) >= 3 && 2 * countOf(solo) >= countOf(used)
        ? (['solo', isSolo] as const)
        : (['all', () => true] as const);
  const inBasis = used.filter(isIn);
  const counting = [...new Set(inBasis.map(({ installN }) => installN))].flatMap((installN) => {
    // Windows of an install are opened in their order within a day.
    const own = inBasis.filter((window) => window.installN === installN);
    const inOrder = own.map((window, at) => [window.day, windows.indexOf(window), at] as const);
    const sorted = inOrder.sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([, , at]) => own[at]!);
    const first = sorted.findIndex(holds);
    return isOnce && first >= 0 ? sorted.slice(0, first + 1) : sorted;
  });
  const dayOf = ({ day: captured, received = captured }: DatedWindow) => Math.min(captured, received);
  const observations = (some: readonly DatedWindow[]): readonly Observation[] =>
    [...new Set(some.map(({ installN }) => installN))].map((installN) => {
      const own = some.filter((window) => window.installN === installN);
      return [own.length, own.filter(holds).length];
    });
  let best = { since: -1, square: 0 };
  for (const since of [...new Set(counting.map(dayOf))].sort((a, b) => a - b)) {
    const [older, newer] = [
      counting.filter((one) => dayOf(one) < since),
      counting.filter((one) => dayOf(one) >= since),
    ];
    if (older.length < 30 || newer.length < 30 || countOf(older) < 3 || countOf(newer) < 5) continue;
    if (2 * countOf(newer) < countOf(older)) continue;
    const capped = (some: readonly DatedWindow[]) =>
      observations(some).reduce(
        ([n, x], [own, drops]) => [n + Math.min(50, own), x + (drops * Math.min(50, own)) / own] as const,
        [0, 0] as readonly [number, number],
      );
    const [[n, x], [m, y]] = [capped(older), capped(newer)];
    const common = (x + y) / (n + m);
    const square = (x / n - y / m) ** 2 / (common * (1 - common) * (1 / n + 1 / m));
    // The two ways of adding up differ by rounding, and the newest day of equal ones counts.
    if (square > 0 && square >= best.square - 1e-6) {
      best = { since, square: Math.max(square, best.square) };
    }
  }
  const oddShare = chooseOddShare(countObservations(observations(counting)));
  let changed: EstimatedRate['changed'];
  let last = counting;
  const { since } = best;
  const [n, x] = totalOf(observations(counting.filter((one) => dayOf(one) < since)));
  const [m, y] = totalOf(observations(counting.filter((one) => dayOf(one) >= since)));
  const plain = (x / n - y / m) ** 2 / (((x + y) / (n + m)) * (1 - (x + y) / (n + m)) * (1 / n + 1 / m));
  // Sides that are closer are not compared.
  if (best.square > 0 && Math.max(best.square, plain) >= 2.326 ** 2) {
    const newer = counting.filter((one) => dayOf(one) >= since);
    const [a, b] = [counting.filter((one) => dayOf(one) < since), newer].map((some) =>
      estimateOf(countObservations(observations(some)), oddShare),
    ) as [ReturnType<typeof estimateOf>, ReturnType<typeof estimateOf>];
    if (a.highest < b.lowest || b.highest < a.lowest) {
      changed = {
        since: formatDayNumber(since),
        before: Number(a.estimate.toFixed(6)),
        after: Number(b.estimate.toFixed(6)),
      };
      last = newer;
    }
  }
  const { estimate, low, high } = estimateOf(countObservations(observations(last)), oddShare);
  return [basis, changed, ...[estimate, low, high].map((share) => Number(share.toFixed(6)))];
}

function totalOf(observations: readonly Observation[]): Observation {
  return observations.reduce(([n, x], [own, drops]) => [n + own, x + drops], [0, 0]);
}

/** Counts installs: those of IPv4 or those of IPv6, whichever are more. */
function countOf(windows: readonly DatedWindow[]): number {
  const witnesses = [...new Set(windows.map(({ installN }) => installN))];
  const ipv6 = witnesses.filter((witness) => witness >= FIRST_IPV6_WITNESS).length;
  return Math.max(ipv6, witnesses.length - ipv6);
}
