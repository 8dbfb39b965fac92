import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundHitsChance, boundRankSumChance, computeRank } from '../../../domain/values/rank_test.ts';
import { createRandom } from '../../honesty/random.ts';

test('a rank says how many counts are lower, and equal ones count half', () => {
  // With correlation 1/3 and mean 1/2 both parameters are 1, so all counts are equally likely.
  for (const [x, n, rank] of [
    [0, 1, -0.5],
    [1, 1, 0.5],
    [0, 4, -0.8],
    [2, 4, 0],
    [4, 4, 0.8],
    [64, 64, 64 / 65],
  ] as const) {
    assert.ok(Math.abs(computeRank(x, n, 0.5, 1 / 3) - rank) < 1e-12, `${x} of ${n}`);
  }
  // Without windows nothing is known.
  assert.equal(computeRank(0, 0, 0.3, 0.2), 0);
  assert.ok(Math.abs(computeRank(3, 20, 0.3, 0.2) + computeRank(17, 20, 0.7, 0.2)) < 1e-12, 'mirrored');
});

test('ranks of counts that follow the distribution have the mean 0 and at most the spread of an even distribution', () => {
  const random = createRandom(7);
  for (const [n, mean, correlation] of [
    [30, 0.25, 0.2],
    [64, 0.01, 0.2],
    [5, 0.9, 0.4],
  ] as const) {
    const concentration = (1 - correlation) / correlation;
    const ranks = Array.from({ length: 20_000 }, () => {
      const chance = random.beta(mean * concentration, (1 - mean) * concentration);
      return computeRank(random.binomial(n, chance), n, mean, correlation);
    });
    const average = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
    const spread = ranks.reduce((sum, rank) => sum + rank ** 2, 0) / ranks.length;
    assert.ok(Math.abs(average) < 0.02, `${n}: mean ${average}`);
    assert.ok(spread < 1 / 3 + 0.01, `${n}: variance ${spread}`);
  }
});

/** Chance that two numbers between -1 and 1 add up to at least `sum`: a corner of a square. */
function chanceOfTwo(sum: number): number {
  return (2 - sum) ** 2 / 8;
}

test('the bound for a sum of ranks is above the true chance and close to it', () => {
  for (const sum of [0.5, 1, 1.5, 1.9]) {
    const bound = boundRankSumChance(sum, 2);
    assert.ok(bound > Math.log(chanceOfTwo(sum)) && bound < Math.log(chanceOfTwo(sum)) + 2, String(sum));
  }
  const random = createRandom(3);
  const sums = Array.from({ length: 50_000 }, () =>
    Array.from({ length: 20 }, () => 2 * random.uniform() - 1).reduce((sum, one) => sum + one, 0),
  );
  for (const least of [2, 5, 8]) {
    const share = sums.filter((sum) => sum >= least).length / sums.length;
    const bound = Math.exp(boundRankSumChance(least, 20));
    assert.ok(bound > share && bound < 20 * share, `${least}: ${share}, bound ${bound}`);
  }
  assert.equal(boundRankSumChance(-3, 20), 0);
  assert.equal(boundRankSumChance(0, 0), 0);
  assert.ok(Number.isFinite(boundRankSumChance(20, 20)) && boundRankSumChance(20, 20) < -100);
  assert.ok(Number.isFinite(boundRankSumChance(300_000, 1_000_000)));
});

test('the bound for a number of hits is above the true chance', () => {
  assert.equal(boundHitsChance(1, 20, 0.05), 0);
  assert.equal(boundHitsChance(0, 0, 0.05), 0);
  assert.ok(Math.abs(boundHitsChance(10, 10, 0.05) - 10 * Math.log(0.05)) < 1e-9);
  // 20·0.05^19·0.95 + 0.05^20
  assert.ok(boundHitsChance(19, 20, 0.05) > Math.log(20 * 0.05 ** 19 * 0.95 + 0.05 ** 20));
});
