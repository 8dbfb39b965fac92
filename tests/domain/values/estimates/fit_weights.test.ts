import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWeightFit, FITTED_PAIRS_MIN } from '../../../../domain/values/estimates/fit_weights.ts';
import {
  countObservations,
  createLikelihoods,
  type Observation,
} from '../../../../domain/values/estimates/likelihood.ts';
import {
  DEFAULT_WEIGHTS,
  DIFFERENCES,
  LOGIT_KNOTS,
  type RateWeights,
} from '../../../../domain/values/estimates/model.ts';
import { createWorld, type Players } from '../../../honesty/world.ts';

const likelihoodOf = createLikelihoods();

function listedPairs(count: number, players: Players): readonly (readonly Observation[])[] {
  const world = createWorld(7, { players, rates: [-5, -2], installs: [4, 12] });
  return Array.from({ length: count }, () => world.listedPair().observations);
}

function fitted(pairs: readonly (readonly Observation[])[]): RateWeights {
  const fit = createWeightFit(likelihoodOf);
  for (const observations of pairs) fit.add(countObservations(observations));
  return fit.weights();
}

test('an instance with few pairs uses the default weights', () => {
  const pairs = listedPairs(FITTED_PAIRS_MIN - 1, { correlation: 0 });
  assert.deepEqual(fitted(pairs), DEFAULT_WEIGHTS);
});

test('fitted weights find the rates and the differences of the pairs', () => {
  const alike = fitted(listedPairs(400, { correlation: 0 }));
  const different = fitted(listedPairs(400, { correlation: 0.2 }));
  const correlation = (differences: readonly number[]): number =>
    differences.reduce((sum, weight, i) => sum + weight * DIFFERENCES[i]!.correlation, 0);
  assert.ok(correlation(alike.differences) < 0.02, `${correlation(alike.differences)}`);
  assert.ok(correlation(different.differences) > 0.1, `${correlation(different.differences)}`);
  const within = LOGIT_KNOTS.reduce((sum, knot, k) => sum + (knot >= -6 && knot <= -1 ? alike.knots[k]! : 0), 0);
  assert.ok(within > 0.9, `${within}`);
});

test('fitted weights add up to 1 and do not depend on the order of the pairs', () => {
  const pairs = listedPairs(FITTED_PAIRS_MIN, { correlation: 0.05 });
  const weights = fitted(pairs);
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  assert.ok(Math.abs(sum(weights.knots) + weights.always - 1) < 1e-12);
  assert.ok(Math.abs(sum(weights.differences) - 1) < 1e-12);
  const reversed = fitted(pairs.toReversed());
  weights.knots.forEach((weight, k) => {
    assert.ok(Math.abs(weight - reversed.knots[k]!) < 1e-9);
  });
});
