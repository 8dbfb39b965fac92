import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasDisagreement } from '../../../../domain/values/estimates/disagreement.ts';
import { countObservations, type Observation } from '../../../../domain/values/estimates/likelihood.ts';
import { createWorld } from '../../../honesty/world.ts';

function disagree(observations: readonly Observation[], seed: string): boolean {
  return hasDisagreement(countObservations(observations), seed);
}

/** Share of pairs of a made-up world whose players disagree. */
function shareDisagreeing(correlation: number, installs: number, pairs: number): number {
  const world = createWorld(3, { players: { correlation }, rates: [-3, -1], installs: [installs, installs] });
  let disagreeing = 0;
  for (let i = 0; i < pairs; i++) if (disagree(world.pair().observations, `pair ${i}`)) disagreeing++;
  return disagreeing / pairs;
}

test('players who have the same chance disagree in about one of a hundred pairs', () => {
  assert.ok(shareDisagreeing(0, 20, 400) < 0.03);
});

test('fifty players who differ are noticed, five mostly are not', () => {
  const [fifty, five] = [shareDisagreeing(0.2, 50, 60), shareDisagreeing(0.2, 5, 60)];
  assert.ok(fifty > 0.75, `${fifty}`);
  assert.ok(five < fifty, `${five}`);
});

test('nobody disagrees on an item that was in every window or in none', () => {
  assert.equal(
    disagree(
      [
        [30, 30],
        [5, 5],
        [200, 200],
      ],
      'always',
    ),
    false,
  );
  assert.equal(
    disagree(
      [
        [30, 0],
        [5, 0],
        [200, 0],
      ],
      'never',
    ),
    false,
  );
});

test('the answer depends on the seed and the counts only', () => {
  const observations = [
    [40, 9],
    [35, 2],
    [60, 11],
    [22, 1],
    [90, 30],
  ] as const;
  assert.equal(disagree(observations, 'a'), disagree(observations.toReversed(), 'a'));
});

test('a deal that is exactly as uneven as the results counts as that uneven', () => {
  // Of three drops among 200 windows, two fall to one player in 1.5% of deals. Fewer than two of 199 such deals have a
  // probability of 20%.
  const results = [[2, 2], [2, 1], ...Array.from({ length: 98 }, () => [2, 0])] as const;
  const seeds = Array.from({ length: 300 }, (_, i) => `pair ${i}`);
  const share = seeds.filter((seed) => disagree(results as readonly Observation[], seed)).length / seeds.length;
  assert.ok(share > 0.12 && share < 0.28, `${share}`);
});

test('many drops are drawn by player, with the same answers', () => {
  const honest = Array.from({ length: 60 }, (_, i) => [200, 95 + (i % 11)] as const);
  assert.equal(disagree(honest, 'even'), false);
  assert.equal(disagree([...honest, [200, 160], [200, 40]], 'uneven'), true);
});

test('one player who found the item in every window is noticed among many', () => {
  const honest = Array.from({ length: 20 }, () => [40, 10] as const);
  assert.equal(disagree([...honest, [400, 400]], 'liar'), true);
});

test('hundreds of players are judged without dealing, with the same answers', () => {
  assert.ok(shareDisagreeing(0, 300, 300) < 0.04);
  assert.ok(shareDisagreeing(0.05, 300, 20) > 0.9);
});
