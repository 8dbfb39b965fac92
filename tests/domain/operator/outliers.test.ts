import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOutliers, type OutlierReport, VOTED_SUBJECTS_MIN } from '../../../domain/operator/outliers.ts';
import type { Observation } from '../../../domain/values/estimates/likelihood.ts';
import { FIRST_IPV6_WITNESS } from '../../../domain/values/witnesses.ts';
import { createWorld, type Players } from '../../honesty/world.ts';
import { evidenceOf, ITEM } from './outliers_world.ts';

const SUBJECTS = 20;
const DRAWS = 10;

/** The logit of a rate of 25%. */
const QUARTER = Math.log(0.25 / 0.75);

interface Told {
  readonly installs: number;
  readonly rates?: readonly [number, number];
  readonly players?: Players;
  readonly subjects?: number;
}

/** Pairs as honest installs see them. Each draw is another world. */
function honest(draw: number, { installs, rates = [QUARTER, QUARTER], players = {}, subjects = SUBJECTS }: Told) {
  const world = createWorld(draw + 1, { players, rates, installs: [installs, installs] });
  return Array.from({ length: subjects }, () => world.listedPair().observations);
}

/** Adds installs that report the same on every subject, before the honest ones. */
function withLiars(liars: number, lie: Observation, pairs: readonly (readonly Observation[])[]) {
  return pairs.map((pair) => [...Array.from({ length: liars }, () => lie), ...pair]);
}

function listed({ outliers }: OutlierReport): readonly string[] {
  return outliers.map(({ installN, loot }) => `${installN} ${loot?.side}`).sort();
}

const LIES: [liars: number, installs: number, share: number, side: string][] = [
  [1, 5, 1, 'high'],
  [1, 5, 0, 'low'],
  [2, 5, 1, 'high'],
  [2, 52, 1, 'high'],
  [2, 52, 0, 'low'],
  [5, 52, 0.6, 'high'],
];

for (const [liars, installs, share, side] of LIES) {
  test(`${liars} of ${installs} installs that report ${100 * share}% everywhere are listed, and nobody else`, async () => {
    for (let draw = 0; draw < DRAWS; draw++) {
      const players = { correlation: draw % 2 === 0 ? 0 : 0.1 };
      const pairs = honest(draw, { installs: installs - liars, players });
      const report = await findOutliers(evidenceOf(withLiars(liars, [2_000, 2_000 * share], pairs)));
      const expected = Array.from({ length: liars }, (_, i) => `${i + 1} ${side}`);
      assert.deepEqual(listed(report), expected, `draw ${draw}`);
      assert.equal(report.compared, installs);
    }
  });
}

const HONEST: Told[] = [
  { installs: 5 },
  { installs: 52 },
  { installs: 52, rates: [-6, 2], players: { correlation: 0.2 } },
  { installs: 12, rates: [-6, 2], players: { excluded: 1 / 3 } },
  { installs: 5, rates: [-6, -3], players: { correlation: 0.2 }, subjects: 200 },
];

for (const told of HONEST) {
  test(`honest installs are not listed: ${JSON.stringify(told)}`, async () => {
    for (let draw = 0; draw < DRAWS; draw++) {
      const report = await findOutliers(evidenceOf(honest(draw, told)));
      assert.deepEqual(listed(report), [], `draw ${draw}`);
    }
  });
}

test('a player ten times as lucky with everything is listed as too high', async () => {
  for (let draw = 0; draw < DRAWS; draw++) {
    const pairs = honest(draw, { installs: 12, rates: [-4, -3], players: { luck: 10 } });
    assert.deepEqual(listed(await findOutliers(evidenceOf(pairs))), ['1 high'], `draw ${draw}`);
  }
});

test('an install that is too high on half of the subjects and too low on the others is listed as both', async () => {
  const pairs = honest(1, { installs: 11 }).map((pair, i): Observation[] => [[500, i % 2 === 0 ? 500 : 0], ...pair]);
  const report = await findOutliers(evidenceOf(pairs));
  assert.deepEqual(listed(report), ['1 both']);
  const { high, low, pairs: count, sources } = report.outliers[0]!.loot!;
  assert.deepEqual([count, sources], [20, 20]);
  assert.ok(high >= 8 && high <= 10 && low >= 8 && low <= 10, `${high} high, ${low} low`);
});

test('an outlier has an example with the figures of the install and of those that are not set apart', async () => {
  const pairs = withLiars(2, [2_000, 2_000], honest(1, { installs: 50 }));
  const { outliers } = await findOutliers(evidenceOf(pairs));
  const { example } = outliers[0]!.loot!;
  const own = pairs[example!.source.id - 1]!.slice(2);
  assert.deepEqual(
    { ...example, source: 'npc', rank: Math.round(example!.rank) },
    {
      rank: 1,
      source: 'npc',
      itemId: ITEM,
      windows: 2_000,
      drops: 2_000,
      othersWindows: own.reduce((sum, [windows]) => sum + windows, 0),
      othersDrops: own.reduce((sum, [, drops]) => sum + drops, 0),
    },
  );
});

test('one odd subject, few subjects, and drops that fewer than three installs saw list nobody', async () => {
  const pairs = honest(2, { installs: 11 });
  const lie: Observation = [2_000, 2_000];
  const once = pairs.map((pair, i): readonly Observation[] => (i === 0 ? [lie, ...pair.slice(1)] : pair));
  assert.deepEqual(listed(await findOutliers(evidenceOf(once))), []);
  const few = await findOutliers(evidenceOf(withLiars(1, lie, pairs.slice(0, VOTED_SUBJECTS_MIN - 1))));
  assert.deepEqual([few.compared, few.outliers], [0, []]);
  const unseen = pairs.map((pair) => pair.map(([windows]): Observation => [windows, 0]));
  assert.equal((await findOutliers(evidenceOf(withLiars(2, lie, unseen)))).compared, 0);
  assert.equal((await findOutliers(evidenceOf(withLiars(3, lie, unseen)))).outliers.length, 3);
});

test('installs of both address families are compared together', async () => {
  const evidence = evidenceOf(withLiars(2, [2_000, 2_000], honest(3, { installs: 50 })));
  const report = await findOutliers({
    ...evidence,
    looters: async function* (source) {
      for await (const page of evidence.looters(source)) {
        yield page.map((one) =>
          one.installN % 2 === 0 ? one : { ...one, installN: FIRST_IPV6_WITNESS + one.installN },
        );
      }
    },
  });
  assert.deepEqual(new Set(listed(report)), new Set(['2 high', `${FIRST_IPV6_WITNESS + 1} high`]));
});

test('votes for other values than nearly everyone else are listed, unless they are few', async () => {
  const vote = (subjects: number, differing: number) => ({ subjects, differing, example: 'items 5 name' });
  const votes = new Map([
    [1, vote(40, 12)],
    [2, vote(40, 2)],
    [3, vote(9, 9)],
    [4, vote(2_000, 60)],
    [5, vote(10, 10)],
  ]);
  const { compared, outliers } = await findOutliers(evidenceOf([], votes));
  assert.equal(compared, 4);
  assert.deepEqual(outliers, [
    { installN: 5, loot: null, votes: vote(10, 10) },
    { installN: 1, loot: null, votes: vote(40, 12) },
  ]);
});
