import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEstimator } from '../../../jobs/verify_public/estimate.ts';
import type { Draws } from '../../../jobs/verify_public/likelihood.ts';
import { logGamma } from '../../../jobs/verify_public/log_gamma.ts';

const KNOTS = [0.5, 0.5, 2, 2, 2, 2, 2, 2, 1, 1, 1, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4];
const DIFFERENCES = [0.1, 0.1, 0.15, 0.2, 0.2, 0.12, 0.04, 0.04];
const estimateOf = createEstimator({
  knots: KNOTS.map((weight) => weight / 19.2),
  always: 0.8 / 19.2,
  differences: DIFFERENCES.map((weight) => weight / 0.95),
});

/** Computed with brute force on 16,001 points, to six decimals. */
const REFERENCE: readonly (readonly [draws: readonly Draws[], ...figures: readonly number[]])[] = [
  [
    [
      [8, 1],
      [5, 0],
      [12, 0],
    ],
    0.03472,
    0.0014,
    0.182249,
    17.43558,
  ],
  [
    [
      [8, 2],
      [20, 6],
      [5, 1],
      [9, 3],
    ],
    0.272099,
    0.125553,
    0.466706,
    29.555621,
  ],
  [
    [
      [2000, 500],
      [8, 2],
      [15, 5],
      [30, 7],
      [6, 1],
    ],
    0.249183,
    0.160077,
    0.358752,
    87.845466,
  ],
  [
    [
      [2000, 2000],
      [8, 2],
      [15, 4],
      [30, 7],
      [6, 1],
    ],
    0.223967,
    0.109752,
    0.392533,
    68.534514,
  ],
  [
    [
      [10, 10],
      [4, 4],
      [25, 25],
    ],
    0.998525,
    0.943898,
    1,
    19.00324,
  ],
  [
    [
      [100, 0],
      [50, 0],
      [300, 1],
    ],
    0.003512,
    0.000318,
    0.039866,
    67.556989,
  ],
  [
    [
      [40, 1],
      [60, 2],
      [25, 1],
      [80, 1],
      [10, 0],
      [500, 9],
    ],
    0.020936,
    0.010084,
    0.055919,
    248.230241,
  ],
  [
    [
      [30, 0],
      [12, 5],
      [40, 18],
      [8, 0],
      [20, 9],
      [55, 21],
    ],
    0.413507,
    0.217514,
    0.530503,
    99.700523,
  ],
  [
    [
      [1, 1],
      [1, 0],
      [1, 0],
    ],
    0.20647,
    0.006551,
    0.983038,
    3,
  ],
  [
    Array.from({ length: 50 }, (_, i): Draws => [5 + i, Math.floor(0.03 * (5 + i) + ((7 * i) % 10) / 10)]),
    ...[0.028378, 0.020338, 0.038302, 1458.119814],
  ],
];

for (const [draws, estimate = 0, low = 0, high = 0, effectiveWindows = 0] of REFERENCE) {
  test(`the estimate of ${JSON.stringify(draws.slice(0, 4))} is that of the reference`, () => {
    const found = estimateOf(draws);
    assert.ok(Math.abs(found.estimate - estimate) < 2e-5, `estimate ${found.estimate}`);
    assert.ok(Math.abs(found.low - low) < 3e-4, `low ${found.low}`);
    assert.ok(Math.abs(found.high - high) < 3e-4, `high ${found.high}`);
    assert.ok(Math.abs(found.effectiveWindows / effectiveWindows - 1) < 1e-3, `windows ${found.effectiveWindows}`);
    assert.deepEqual(estimateOf(draws.toReversed()), found, 'the order of the witnesses does not matter');
  });
}

test('estimates stay precise if the distribution is narrower than a step of the grid', () => {
  const found = estimateOf(Array.from({ length: 40 }, (): Draws => [50_000, 10_000]));
  assert.ok(Math.abs(found.estimate - 0.2) < 2e-5, `${found.estimate}`);
  // 2.05 standard deviations of two million windows on each side.
  assert.ok(Math.abs(found.high - found.low - 0.00116) < 2e-5, `${found.low} to ${found.high}`);
});

test('an item that is always found has a share of certainty, and one that some cannot find a share of those', () => {
  assert.ok(estimateOf(Array(100).fill([30, 30])).always > 0.7);
  assert.ok(estimateOf([...Array(8).fill([60, 0]), ...Array(16).fill([60, 30])]).forSome > 0.9);
});

test('the logarithm of the gamma function is precise', () => {
  let factorial = 0;
  for (let n = 1; n < 200; n++) {
    assert.ok(Math.abs(logGamma(n) - factorial) < 1e-12 * Math.max(1, factorial), String(n));
    factorial += Math.log(n);
  }
  assert.ok(Math.abs(logGamma(0.5) - Math.log(Math.PI) / 2) < 1e-12);
});
