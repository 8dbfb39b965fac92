import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { computeScanValue } from '../../../domain/families/counting/market_value.ts';
import type { PriceRun } from '../../../domain/ports/market.ts';
import { propertyRuns } from '../../runner/properties.ts';

const TOP = Number.MAX_SAFE_INTEGER;

/** Joins adjacent equal prices into one run. */
function runsOf(prices: readonly number[]): readonly PriceRun[] {
  const units = new Map<number, number>();
  for (const price of [...prices].sort((a, b) => a - b)) units.set(price, (units.get(price) ?? 0) + 1);
  return [...units];
}

/** Parses `5 13x2` as one unit at 5 copper and two at 13. */
function listed(text: string): readonly PriceRun[] {
  return text.split(' ').map((run): PriceRun => {
    const [price, units = '1'] = run.split('x');
    return [Number(price), Number(units)];
  });
}

const ROWS: [what: string, runs: string, value: number][] = [
  ['the worked example', '5 13x2 15x3 16 17x2 19 20x6 21x2 29 45x2 46 47 100', 14.5],
  ['one unit', '7', 7],
  ['one run', '7x1000000', 7],
  ['the first is kept, even where it is more than 30% of all', '1 2 3', 1],
  ['a second unit at 30% is kept', '10 11 12x5', 10.5],
  ['a second unit beyond 30% is not', '10 11 12x4', 10],
  // 15% of 20 units are 3, and 30% are 6.
  ['the third of 20 may jump', '100x2 119 200x17', 319 / 3],
  ['the fourth of 20 may cost just under 1.2 times the third', '100x2 110 131 500x16', 110.25],
  ['the fourth of 20 may not cost 1.2 times the third', '100x2 110 132 500x16', 310 / 3],
  ['what follows a jump is not looked at', '100x3 200 201 202x15', 100],
  ['1.2 times is of the unit before, not of the first', '100x3 119 142 160 900x14', 112.2],
  // Four units are kept: 11 is 0.75 above the mean of 10.25, and s is 0.5.
  ['exactly 1.5 s from the mean is dropped', '10x3 11 100x10', 10],
  ['under 1.5 s from the mean is kept', '10x2 11 100x7', 31 / 3],
  ['a million units each', '10x1000000 11x1000000 12x5000000', 10.5],
  ['prices at the end of whole numbers', `${TOP}x3`, TOP],
  ['prices there that differ by one', `${TOP - 3} ${TOP - 1} ${TOP}x5`, TOP - 2],
  ['a price of 1 below prices at the end', `1 ${TOP}x9`, 1],
  ['just under a jump at great prices', `${5e15}x3 ${6e15 - 2}x3 ${TOP}x14`, 55e14 - 1],
  ['a jump at great prices', `${5e15}x3 ${6e15}x3 ${TOP}x14`, 5e15],
];

for (const [what, runs, value] of ROWS) {
  test(`the value of a scan: ${what}`, () => assert.equal(computeScanValue(listed(runs)), value));
}

test('the value of a scan with thousands of rows is computed', () => {
  const runs = Array.from({ length: 5_000 }, (_, i): PriceRun => [1_000_000 + i, 1_000_000]);
  // 30% of 5,000 runs are the first 1,500. Their mean is the middle one, and only the ends are 1.5 s (650) away from
  // it.
  assert.equal(computeScanValue(runs), 1_000_749.5);
});

/**
 * Follows the rule literally, unit by unit. `near` is true if a unit is so close to 1.5 s that floating point cannot
 * decide.
 */
function naive(units: readonly number[]): { readonly value: number; readonly near: boolean } {
  const kept: number[] = [];
  for (const [at, price] of units.entries()) {
    const i = at + 1;
    const jumps = 10 * price >= 12 * units[at - 1]!;
    const stops = 100 * i > 15 * units.length && (100 * i > 30 * units.length || jumps);
    if (i > 1 && stops) break;
    kept.push(price);
  }
  const mean = kept.reduce((sum, price) => sum + price, 0) / kept.length;
  const s = Math.sqrt(kept.reduce((sum, price) => sum + (price - mean) ** 2, 0) / (kept.length - 1));
  if (!(s > 0)) return { value: mean, near: false };
  const rest = kept.filter((price) => Math.abs(price - mean) < 1.5 * s);
  return {
    value: rest.reduce((sum, price) => sum + price, 0) / rest.length,
    near: kept.some((price) => Math.abs(Math.abs(price - mean) - 1.5 * s) < 1e-6),
  };
}

const units = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 12 })
  .map((runs) => runs.flatMap(([price, count]) => Array.from({ length: count }, () => price)).sort((a, b) => a - b));

test('runs and single units give the same value', () => {
  fc.assert(
    fc.property(units, (prices) => {
      const { value, near } = naive(prices);
      fc.pre(!near);
      assert.ok(
        Math.abs(computeScanValue(runsOf(prices)) - value) < 1e-9,
        `${computeScanValue(runsOf(prices))} for ${value}`,
      );
    }),
    { numRuns: propertyRuns(2_000) },
  );
});

test('the value is within the range of the prices, however large prices and units are', () => {
  const run = fc.tuple(fc.integer({ min: 1, max: TOP }), fc.integer({ min: 1, max: TOP }));
  fc.assert(
    fc.property(fc.uniqueArray(run, { selector: ([price]) => price, minLength: 1, maxLength: 20 }), (runs) => {
      const ascending = runs.sort(([a], [b]) => a - b);
      const value = computeScanValue(ascending);
      assert.ok(value >= ascending[0]![0] && value <= ascending.at(-1)![0], String(value));
    }),
  );
});
