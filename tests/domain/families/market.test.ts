import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AnonymousRecord } from '../../../domain/families/counting/family.ts';
import { findLeadingDay, isUnusual } from '../../../domain/families/counting/leading_day.ts';
import { computeMarketFacts, readScanPart, UNIT_COUNT_MAX } from '../../../domain/families/market.ts';
import type { House, MarketDay, MarketScan, MarketValue, PriceRun } from '../../../domain/ports/market.ts';
import { parseRecord } from '../../../schema/parse_record.ts';
import { IPV6 } from '../../doubles/families.ts';

const SUBJECT = { realmKey: 'stormrage', day: 20_000, itemId: 2589 };

function scan(installN: number, runs: readonly PriceRun[], more: Partial<MarketScan> = {}): MarketScan {
  return {
    installN,
    house: '',
    scanId: `scan-${installN}`,
    firstMs: 1_000,
    receivedMs: 1_000,
    complete: true,
    runs,
    ...more,
  };
}

function valueIn(scans: readonly MarketScan[], house: House | '' = ''): MarketValue | null {
  return computeMarketFacts(SUBJECT, scans).houses.find((one) => one.house === house)!.value;
}

function figures(scans: readonly MarketScan[], house: House | '' = ''): readonly number[] | null {
  const value = valueIn(scans, house);
  return value === null ? null : [value.market, value.min, value.quantity, value.reporters];
}

/** Scans by installs 1, 2, 3…, each with one price. The nth scan has n units. */
function prices(...each: readonly number[]): MarketScan[] {
  return each.map((price, i) => scan(i + 1, [[price, i + 1]]));
}

/** The same scans by `installs` installs, of which all except the first two send over IPv6. */
function overBoth(installs: number): MarketScan[] {
  const scans = prices(...[10, 20, 30, 40, 50].slice(0, installs));
  return scans.map((one, i) => (i < 2 ? one : { ...one, installN: IPV6 + one.installN }));
}

test('the market has one entry for all houses together and one per house', () => {
  const { subject, houses } = computeMarketFacts(SUBJECT, []);
  assert.equal(subject, SUBJECT);
  assert.deepEqual(
    houses,
    ['', 'Alliance', 'Horde', 'Neutral'].map((house) => ({ house, value: null })),
  );
});

const ROWS: [what: string, scans: readonly MarketScan[], market_min_quantity_reporters: readonly number[] | null][] = [
  ['two reporters', prices(10, 20), null],
  ['three reporters', prices(10, 20, 40), [20, 20, 2, 3]],
  ['four reporters: the mean of the middle two', prices(10, 20, 41, 50), [30.5, 30.5, 2.5, 4]],
  ['two over IPv4 and two over IPv6', overBoth(4), null],
  ['two over IPv4 and three over IPv6', overBoth(5), [30, 30, 3, 3]],
  ['one install with three scans', [1, 2, 3].map((n) => scan(1, [[10, 1]], { scanId: `scan-${n}` })), null],
  ['equal prices throughout', prices(15, 15, 15, 15), [15, 15, 2.5, 4]],
  ['one absurd scan among three', [...prices(100, 110), scan(3, [[1, 1_000_000]])], [100, 100, 2, 3]],
  ['two of three lying apart', prices(100, 1, 999_999), [100, 100, 2, 3]],
  ['two of three lying alike: they decide', prices(100, 9_999, 9_999), [9_999, 9_999, 2, 3]],
  ['prices of 1 and at the end', prices(1, UNIT_COUNT_MAX, UNIT_COUNT_MAX), [UNIT_COUNT_MAX, UNIT_COUNT_MAX, 2, 3]],
  [
    'the figures are three medians: no one scan need have them all',
    [
      scan(1, [[10, 50]]),
      scan(2, [
        [20, 1],
        [20_000, 9],
      ]),
      scan(3, [
        [5, 1],
        [15, 2],
        [16, 17],
      ]),
    ],
    [15.6, 10, 20, 3],
  ],
];

for (const [what, scans, expected] of ROWS) {
  test(`a market day: ${what}`, () => assert.deepEqual(figures(scans), expected));
}

/** Says which of an install's two scans counts: the one with price 5 or the one with price 7. */
const CHOICES: [what: string, five: Partial<MarketScan>, seven: Partial<MarketScan>, chosen: 5 | 7][] = [
  ['the newest', { firstMs: 2 }, { firstMs: 1 }, 5],
  ['the newest', { firstMs: 1 }, { firstMs: 2 }, 7],
  ['the complete one, though a newer was cut short', { firstMs: 1 }, { firstMs: 2, complete: false }, 5],
  ['the newest of two cut short', { firstMs: 1, complete: false }, { firstMs: 2, complete: false }, 7],
  ['the greatest scanId of two as new', { scanId: 'aab' }, { scanId: 'aaa' }, 5],
  ['the greatest scanId, character by character', { scanId: 'scan-10' }, { scanId: 'scan-9' }, 7],
];

for (const [what, five, seven, chosen] of CHOICES) {
  test(`the scan of a reporter that counts for a house is ${what} (${chosen})`, () => {
    const own = [scan(1, [[5, 1]], { scanId: 'one', ...five }), scan(1, [[7, 1]], { scanId: 'two', ...seven })];
    const others = [scan(2, [[1, 1]]), scan(3, [[9, 1]])];
    assert.deepEqual(figures([...own, ...others]), [chosen, chosen, 1, 3]);
    assert.deepEqual(figures([...others, ...own.reverse()]), [chosen, chosen, 1, 3]);
  });
}

test("a reporter's scans of all houses are joined, and a scan without a house is a separate house", () => {
  const own = (['', 'Alliance', 'Horde', 'Neutral'] as const).map((house, i) =>
    scan(1, [[10 + (i >> 1), 3]], { house, scanId: `${house}-scan` }),
  );
  // The joined scan has 6 units at 10 and 6 at 11. Three of the 12 count.
  const others = [scan(2, [[1, 11]]), scan(3, [[90, 13]])];
  assert.deepEqual(figures([...own, ...others]), [10, 10, 12, 3]);
  const older = scan(1, [[1, 500]], { house: 'Horde', firstMs: 999 });
  assert.deepEqual(figures([older, ...own, ...others]), [10, 10, 12, 3], 'but only one scan of each');
});

test('a house has its own values if three reporters named it', () => {
  const named = prices(10, 20, 30).map((one): MarketScan => ({ ...one, house: 'Horde' }));
  const all = [...named, scan(4, [[1_000, 8]]), scan(5, [[1_000, 8]], { house: 'Alliance' })];
  assert.deepEqual(figures(all, 'Horde'), [20, 20, 2, 3]);
  assert.equal(valueIn(all, 'Alliance'), null);
  assert.deepEqual(figures(all), [30, 30, 3, 5]);
  assert.equal(
    valueIn(
      named.map((one, i) => (i === 0 ? { ...one, house: '' } : one)),
      'Horde',
    ),
    null,
  );
});

const anyScan = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: UNIT_COUNT_MAX }), fc.integer({ min: 1, max: 1_000_000 })), {
    selector: ([price]) => price,
    minLength: 1,
    maxLength: 6,
  })
  .map((runs) => runs.sort(([a], [b]) => a - b));

test('one of three reporters cannot move a figure outside the range of the other two', () => {
  fc.assert(
    fc.property(anyScan, anyScan, anyScan, fc.nat(2), (one, other, absurd, place) => {
      const alone = [one, other].map((runs) => valueIn([1, 2, 3].map((n) => scan(n, runs)))!);
      const scans = [one, other];
      scans.splice(place, 0, absurd);
      const value = valueIn(scans.map((runs, i) => scan(i + 1, runs)))!;
      for (const figure of ['market', 'min', 'quantity'] as const) {
        const said = alone.map((each) => each[figure]);
        assert.ok(value[figure] >= Math.min(...said) && value[figure] <= Math.max(...said), figure);
      }
    }),
  );
});

test('a number of units that is too large to be exact is capped at the greatest safe integer', () => {
  const runs: PriceRun[] = [
    [5, UNIT_COUNT_MAX],
    [6, UNIT_COUNT_MAX],
  ];
  assert.deepEqual(figures([1, 2, 3].map((n) => scan(n, runs)))?.[2], UNIT_COUNT_MAX);
});

/** A present day after all days of these tests. */
const LATER = 1_000_000;

function publicDay(day: number, market: number): MarketDay {
  return { day, market, min: 1, quantity: 2, reporters: 3 };
}

test('historical is the median of the public days among the 60 that end with the newest', () => {
  const rows: [days: readonly MarketDay[], day: number, market: number, historical: number][] = [
    [[publicDay(100, 7)], 100, 7, 7],
    [[publicDay(41, 8), publicDay(100, 4)], 100, 4, 6],
    [[publicDay(40, 8), publicDay(100, 4)], 100, 4, 4],
    [[publicDay(100, 4), publicDay(99, 5), publicDay(1, 1_000)], 100, 4, 4.5],
    [[publicDay(100, 4), publicDay(99, 5), publicDay(98, 1_000)], 100, 4, 5],
    // Three times as much is still averaged; more is not.
    [[publicDay(100, 4), publicDay(99, 12)], 100, 4, 8],
    [[publicDay(100, 13), publicDay(99, 4)], 100, 13, 4],
    [[publicDay(97, 1), publicDay(98, 2), publicDay(99, 7), publicDay(100, 9)], 100, 9, 2],
    [[0, 1, 2].map((n) => publicDay(100 + n, UNIT_COUNT_MAX)), 102, UNIT_COUNT_MAX, UNIT_COUNT_MAX],
  ].map((row) => row as [MarketDay[], number, number, number]);
  for (const [days, day, market, historical] of rows) {
    const expected = { ...publicDay(day, market), historical, unusual: false, newer: null };
    for (const given of [days, [...days].reverse()]) {
      const { trend: _, weekChange: __, ...newest } = findLeadingDay(given, LATER)!;
      assert.deepEqual(newest, expected);
    }
  }
  assert.equal(findLeadingDay([], LATER), null);
});

const SEVEN = Array<number>(7).fill(10);

const UNUSUAL_ROWS: [what: string, market: number, before: readonly number[], unusual: boolean][] = [
  ['more than three times as much', 31, SEVEN, true],
  ['exactly three times as much', 30, SEVEN, false],
  ['less than a third', 3.3, SEVEN, true],
  ['exactly a third', 10, Array<number>(7).fill(30), false],
  ['too few days to tell', 1_000, SEVEN.slice(1), false],
  ['no earlier day', 1_000, [], false],
  ['one odd day before does not count', 31, [1_000, ...SEVEN], true],
  ['the fifteenth day before does not count', 31, [...Array<number>(13).fill(10), 11, 1_000, 1_000], true],
  ['days apart: the lower price is the usual one', 31, [1, 10, 10, 10, 100, 100, 100, 1_000].reverse(), true],
  ['days apart: the higher price is not', 4, [1, 10, 10, 10, 100, 100, 100, 1_000].reverse(), false],
];

for (const [what, value, before, unusual] of UNUSUAL_ROWS) {
  test(`an unusual market day: ${what}`, () => {
    const days = [value, ...before].map((one, i) => publicDay(200 - 9 * i, one));
    assert.equal(isUnusual(days, 0), unusual);
    assert.equal(findLeadingDay(days.toReversed(), LATER)?.unusual, unusual, 'however far apart the days are');
    assert.equal(isUnusual([publicDay(999, 5), ...days], 1), unusual, 'later days do not matter');
  });
}

test('the trend has the rounded values of the fourteen days that end with the newest, with gaps', () => {
  const days = [publicDay(100, 7.5), publicDay(98, 3.2), publicDay(87, 1), publicDay(86, 9)];
  const trend = Array.from({ length: 14 }, (): number | null => null);
  assert.deepEqual(findLeadingDay(days, LATER)?.trend, trend.with(0, 1).with(11, 3).with(13, 8));
});

const CHANGE_ROWS: [what: string, days: readonly (readonly [day: number, market: number])[], change: number | null][] =
  [
    [
      'a rise by half',
      [
        [100, 15],
        [99, 9],
        [98, 9],
        [93, 10],
        [92, 2],
      ],
      5_000,
    ],
    [
      'a fall to two thirds',
      [
        [100, 8],
        [99, 9],
        [98, 9],
        [93, 12],
      ],
      -3_333,
    ],
    [
      'no change',
      [
        [100, 8],
        [99, 9],
        [98, 9],
        [93, 8],
      ],
      0,
    ],
    [
      'against the tenth day before',
      [
        [100, 15],
        [99, 9],
        [98, 9],
        [90, 10],
      ],
      5_000,
    ],
    [
      'no day within ten days',
      [
        [100, 15],
        [99, 9],
        [98, 9],
        [89, 10],
      ],
      null,
    ],
    [
      'too few days',
      [
        [100, 15],
        [99, 9],
        [93, 10],
      ],
      null,
    ],
    ['no other day', [[100, 15]], null],
    ['an unusual newest day', [[100, 31], ...[99, 98, 97, 96, 95, 94, 93].map((day) => [day, 10] as const)], null],
    [
      'an unusual day a week before',
      [
        [100, 10],
        [99, 10],
        [98, 10],
        [93, 1_000],
        [92, 20],
        ...[91, 90, 89, 88, 87, 86].map((day) => [day, 20] as const),
      ],
      -5_000,
    ],
  ];

for (const [what, days, change] of CHANGE_ROWS) {
  test(`the change over a week: ${what}`, () => {
    assert.equal(
      findLeadingDay(
        days.map(([day, market]) => publicDay(day, market)),
        LATER,
      )?.weekChange,
      change,
    );
  });
}

const WEEK_MS = 7 * 86_400_000;

/** Scans of `installs` installs, numbered from `from`, each with one unit at this price. */
function scansBy(installs: number, price: number, more: Partial<MarketScan> = {}, from = 1): readonly MarketScan[] {
  return Array.from({ length: installs }, (_, i) => scan(from + i, [[price, 1]], more));
}

test('all houses together leave out the neutral house where a faction’s house has a value', () => {
  const alliance = scansBy(3, 70_000, { house: 'Alliance' });
  for (const liars of [1, 3, 10, 20]) {
    const neutral = scansBy(liars, 1, { house: 'Neutral' }, 50);
    assert.deepEqual(figures([...alliance, ...neutral]), [70_000, 70_000, 1, 3]);
    const own = scansBy(3, 1, { house: 'Neutral' });
    assert.deepEqual(figures([...alliance, ...own]), [70_000, 70_000, 1, 3], 'of the same players, too');
  }
  // Two players are no value, so the neutral scans count.
  assert.equal(figures([...alliance.slice(1), ...scansBy(3, 1, { house: 'Neutral' }, 50)])?.[3], 5);
  assert.deepEqual(figures([...alliance, ...scansBy(3, 1, { house: 'Neutral' }, 50)], 'Neutral'), [1, 1, 1, 3]);
});

test('a day says what its scans received within seven days say, if that is something else', () => {
  const early = scansBy(3, 100, { receivedMs: 1_000 + WEEK_MS });
  assert.equal('onTime' in valueIn(early)!, false);
  const late = scansBy(20, 777, { receivedMs: 1_001 + WEEK_MS }, 50);
  assert.deepEqual(valueIn([...early, ...late])?.onTime, { market: 100, reporters: 3 });
  assert.equal(valueIn([...early, ...late])?.reporters, 23);
  assert.equal(valueIn([...early.slice(1), ...late])?.onTime, null);
});

/** A day of `reporters` players that scanned a price. */
function scannedBy(reporters: number, day: number, market = 100): MarketDay {
  return { ...publicDay(day, market), reporters };
}

test('the day that leads has a third of the usual reporters, the present day as many as usual', () => {
  const before = Array.from({ length: 14 }, (_, i) => scannedBy(50, 99 - i));
  const rows: [reporters: number, present: number, leads: number][] = [
    [16, 101, 99],
    [17, 101, 100],
    [49, 100, 99],
    [50, 100, 100],
    [3, 101, 99],
    [10, 100, 99],
    [20, 100, 99],
  ];
  for (const [reporters, present, leads] of rows) {
    const found = findLeadingDay([scannedBy(reporters, 100, 1), ...before], present)!;
    assert.equal(found.day, leads, `${reporters} reporters, present day ${present}`);
    assert.equal(found.newer?.reporters ?? null, leads === 100 ? null : reporters);
    assert.equal(found.market, leads === 100 ? 1 : 100);
  }
});

test('nine liars do not lead after days that they dated back, however many of them are in time', () => {
  const honest = Array.from({ length: 8 }, (_, i) => scannedBy(50, 90 - i));
  const back = Array.from({ length: 7 }, (_, i) => scannedBy(9, 99 - i, 777_777));
  const older = Array.from({ length: 40 }, (_, i) => ({ ...scannedBy(9, 80 - i, 777_777), onTime: null }));
  const found = findLeadingDay([scannedBy(9, 100, 777_777), ...back, ...honest, ...older], 100)!;
  assert.deepEqual([found.day, found.market, found.historical], [90, 100, 100]);
  assert.equal(found.newer?.day, 100);
});

test('without days in time, all public days say what is usual', () => {
  const days = [3, 2, 1].map((day) => ({ ...scannedBy(4, day, day), onTime: null }));
  assert.deepEqual([findLeadingDay(days, 10)?.day, findLeadingDay(days, 10)?.historical], [3, 2]);
});

function record(fields: object, items: readonly object[]): unknown {
  return {
    kind: 'auction_scan',
    installId: 'a1b2c3d4e5f6',
    capturedAt: '2026-11-20T10:00:00Z',
    realm: 'Stormrage',
    scanId: 'scan-1',
    items,
    ...fields,
  };
}

function partOf(sent: unknown) {
  const verdict = parseRecord(sent);
  assert.ok(verdict.ok, JSON.stringify(verdict));
  return readScanPart(verdict.record as Extract<AnonymousRecord, { kind: 'auction_scan' }>, {
    installN: 4,
    capturedAtMs: 99,
    receivedAtMs: 1_000,
  });
}

test('a market record adds its prices to its scan', () => {
  const items = [{ itemId: 1, unitPriceCopper: 1, quantity: 1_000_000 }];
  assert.deepEqual(partOf(record({ house: 'Horde', complete: true }, items)), {
    installN: 4,
    realmKey: 'stormrage',
    house: 'Horde',
    scanId: 'scan-1',
    atMs: 99,
    receivedAtMs: 1_000,
    complete: true,
    rows: [{ itemId: 1, price: 1, quantity: 1_000_000 }],
  });
  const bare = partOf(record({}, items));
  assert.deepEqual([bare.house, bare.complete], ['', false], 'complete only where it is said');
  assert.equal(partOf(record({ complete: false }, items)).complete, false);
});

test('a record dated after its receipt counts from its receipt', () => {
  const verdict = parseRecord(record({}, [ROW]));
  assert.ok(verdict.ok);
  const sent = verdict.record as Extract<AnonymousRecord, { kind: 'auction_scan' }>;
  const part = readScanPart(sent, { installN: 4, capturedAtMs: 9_000, receivedAtMs: 5_000 });
  assert.deepEqual([part.atMs, part.receivedAtMs], [5_000, 5_000]);
});

test('two spellings of a realm are one realm', () => {
  const spelled = ['Stormrage', ' sTORMRAGE ', 'stormrage'].map((realm) => partOf(record({ realm }, [ROW])).realmKey);
  assert.deepEqual(new Set(spelled), new Set(['stormrage']));
  const accented = ['Pozzo dell\u2019Eternit\u00e0', 'pozzo dell\u2019eternita\u0300'];
  assert.equal(new Set(accented.map((realm) => partOf(record({ realm }, [ROW])).realmKey)).size, 1);
});

const ROW = { itemId: 1, unitPriceCopper: 5, quantity: 1 };

test('prices from 1 to 2^53 − 1 are accepted, and 0 and greater ones are refused', () => {
  const taken: readonly unknown[] = [1, 2 ** 53 - 1];
  const refused: readonly unknown[] = [0, -1, 2 ** 53, 1.5, '5'];
  const price = (unitPriceCopper: unknown) => parseRecord(record({}, [{ ...ROW, unitPriceCopper }]));
  for (const one of taken) assert.ok(price(one).ok, String(one));
  for (const one of refused) {
    const verdict = price(one);
    assert.ok(!verdict.ok && verdict.pointer === '/items/0/unitPriceCopper', JSON.stringify(verdict));
  }
});
