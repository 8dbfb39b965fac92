import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { estimateRate, type RateEstimate } from '../../../../domain/values/estimates/estimate_rate.ts';
import {
  countObservations,
  createLikelihoods,
  type Observation,
} from '../../../../domain/values/estimates/likelihood.ts';
import { DEFAULT_WEIGHTS } from '../../../../domain/values/estimates/model.ts';
import { propertyRuns } from '../../../runner/properties.ts';
import { REFERENCES } from '../../../support/reference_estimates.ts';
import { bruteForce } from './brute_force.ts';

const likelihoodOf = createLikelihoods();
const estimate = (observations: readonly Observation[]): RateEstimate =>
  estimateRate(countObservations(observations), DEFAULT_WEIGHTS, likelihoodOf);

test('the ten reference values are met to a thousandth', () => {
  for (const [observations, median, low, high, effectiveWindows] of REFERENCES) {
    const rate = estimate(observations);
    const text = JSON.stringify(observations);
    assert.ok(Math.abs(rate.estimate - median) < 1e-3, `${text}: ${rate.estimate} is not ${median}`);
    assert.ok(Math.abs(rate.low - low) < 1e-3, `${text}: ${rate.low} is not ${low}`);
    assert.ok(Math.abs(rate.high - high) < 1e-3, `${text}: ${rate.high} is not ${high}`);
    assert.ok(Math.abs(rate.effectiveWindows / effectiveWindows - 1) < 0.01, `${text}: ${rate.effectiveWindows}`);
  }
});

/** Installs that roughly agree on a rate, some with many windows, and sometimes one that reports something else. */
const observationsArb = fc
  .record({
    rate: fc.double({ min: 0.001, max: 1, noNaN: true }),
    windows: fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 3000 })), {
      minLength: 3,
      maxLength: 12,
    }),
    shifts: fc.array(fc.double({ min: 0.6, max: 1.4, noNaN: true }), { minLength: 12, maxLength: 12 }),
    odd: fc.option(fc.tuple(fc.integer({ min: 1, max: 2000 }), fc.double({ min: 0, max: 1, noNaN: true }))),
  })
  .map(({ rate, windows, shifts, odd }): readonly Observation[] => [
    ...windows.map((own, i): Observation => [own, Math.min(own, Math.round(own * rate * shifts[i]!))]),
    ...(odd === null ? [] : [[odd[0], Math.round(odd[0] * odd[1])] as const]),
  ]);

test('estimates are those of a brute-force integration', () => {
  fc.assert(
    fc.property(observationsArb, (observations) => {
      const rate = estimate(observations);
      const exact = bruteForce(observations);
      for (const key of ['estimate', 'low', 'high'] as const) {
        const difference = Math.abs(rate[key] - exact[key]);
        assert.ok(difference < 2e-3, `${JSON.stringify(observations)}: ${key} is ${rate[key]}, not ${exact[key]}`);
      }
    }),
    { numRuns: propertyRuns(30) },
  );
});

test('the order of the observations does not matter', () => {
  fc.assert(
    fc.property(observationsArb, fc.integer(), (observations, seed) => {
      const mixed = observations
        .map((one, i) => [Math.imul(i + 1, seed | 1), one] as const)
        .sort(([a], [b]) => a - b)
        .map(([, one]) => one);
      assert.deepEqual(estimate(mixed), estimate(observations));
    }),
    { numRuns: propertyRuns(100) },
  );
});

test('a rate of exactly 1 is named as such, with what it is at least', () => {
  const rate = estimate(Array.from({ length: 200 }, () => [500, 500] as const));
  assert.equal(rate.isAlways, true);
  assert.equal(rate.estimate, 1);
  assert.ok(rate.low > 0.99 && rate.low < 1, `${rate.low}`);
  assert.equal(
    estimate([
      [10, 9],
      [12, 12],
      [9, 9],
    ]).isAlways,
    false,
  );
});

test('an item that a third of the players never find is estimated for the others', () => {
  const found = [
    [40, 20],
    [35, 18],
    [50, 24],
    [44, 23],
    [38, 18],
    [41, 21],
  ] as const;
  const never = [
    [60, 0],
    [45, 0],
    [52, 0],
  ] as const;
  const rate = estimate([...found, ...never]);
  assert.equal(rate.isForSome, true);
  assert.ok(Math.abs(rate.estimate - 0.5) < 0.03, `${rate.estimate}`);
  assert.equal(estimate(found).isForSome, false);
});
