import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEstimator } from '../../../jobs/verify_public/estimate.ts';
import type { WitnessDraws } from '../../../jobs/verify_public/likelihood.ts';
import { logGamma } from '../../../jobs/verify_public/likelihood.ts';
import { bruteForce } from '../../domain/values/estimates/brute_force.ts';
import { REFERENCES } from '../../support/reference_estimates.ts';

const KNOTS = [0.5, 0.5, 2, 2, 2, 2, 2, 2, 1, 1, 1, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4];
const DIFFERENCES = [0.1, 0.1, 0.15, 0.2, 0.2, 0.12, 0.04, 0.04];
const estimateOf = createEstimator({
  knots: KNOTS.map((weight) => weight / 19.2),
  always: 0.8 / 19.2,
  differences: DIFFERENCES.map((weight) => weight / 0.95),
});

for (const [draws, estimate, low, high, effectiveWindows] of REFERENCES) {
  test(`the estimate of ${JSON.stringify(draws.slice(0, 4))} is that of the reference`, () => {
    const found = estimateOf(draws);
    assert.ok(Math.abs(found.estimate - estimate) < 2e-5, `estimate ${found.estimate}`);
    assert.ok(Math.abs(found.low - low) < 1e-3, `low ${found.low}`);
    assert.ok(Math.abs(found.high - high) < 1e-3, `high ${found.high}`);
    const exact = bruteForce(draws);
    assert.ok(Math.abs(found.low - exact.low) < 3e-4, `low ${found.low}, not ${exact.low}`);
    assert.ok(Math.abs(found.high - exact.high) < 3e-4, `high ${found.high}, not ${exact.high}`);
    assert.ok(Math.abs(found.effectiveWindows / effectiveWindows - 1) < 3e-3, `windows ${found.effectiveWindows}`);
    assert.deepEqual(estimateOf(draws.toReversed()), found, 'the order of the witnesses does not matter');
  });
}

test('estimates stay precise if the distribution is narrower than a step of the grid', () => {
  const found = estimateOf(Array.from({ length: 40 }, (): WitnessDraws => [50_000, 10_000]));
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
