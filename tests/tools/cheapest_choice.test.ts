import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ChoiceAsked, cheapestChoice } from '../../domain/tools/craft/cheapest_choice.ts';
import { propertyRuns } from '../runner/properties.ts';

/** Every set of recipes, each point with the cheapest of the set. */
function byTryingAll({ costs, fixed }: ChoiceAsked): number {
  let least = Infinity;
  for (let set = 1; set < 1 << costs.length; set++) {
    const open = costs.map((_, recipe) => recipe).filter((recipe) => (set & (1 << recipe)) !== 0);
    const points = [...costs[0]!.keys()].map((point) => Math.min(...open.map((recipe) => costs[recipe]![point]!)));
    const total = [...points, ...open.map((recipe) => fixed[recipe]!)].reduce((sum, cost) => sum + cost, 0);
    least = Math.min(least, total);
  }
  return least;
}

function paid({ costs, fixed }: ChoiceAsked, recipes: readonly number[]): number {
  return (
    recipes.reduce((sum, recipe, point) => sum + costs[recipe]![point]!, 0) +
    [...new Set(recipes)].reduce((sum, recipe) => sum + fixed[recipe]!, 0)
  );
}

function close(a: number, b: number): void {
  assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);
}

/** Small worlds: costs with gaps, dear and free lessons; a last recipe gives every point. */
const world = fc
  .record({
    recipes: fc.integer({ min: 1, max: 8 }),
    points: fc.integer({ min: 1, max: 9 }),
  })
  .chain(({ recipes, points }) =>
    fc.record({
      costs: fc.array(
        fc.array(
          fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 12 }), fc.double({ min: 0, max: 9, noNaN: true })),
          {
            minLength: points,
            maxLength: points,
          },
        ),
        { minLength: recipes, maxLength: recipes },
      ),
      last: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: points, maxLength: points }),
      fixed: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 25 })), {
        minLength: recipes + 1,
        maxLength: recipes + 1,
      }),
    }),
  )
  .map(
    ({ costs, last, fixed }): ChoiceAsked => ({ costs: [...costs, last].map((own) => Float64Array.from(own)), fixed }),
  );

test('the choice is the cheapest of all, proved', () => {
  fc.assert(
    fc.property(world, (asked) => {
      const choice = cheapestChoice(asked);
      close(choice.total, byTryingAll(asked));
      close(paid(asked, choice.recipes), choice.total);
      assert.equal(choice.atLeast, choice.total);
    }),
    { numRuns: propertyRuns(1_500) },
  );
});

for (const work of [
  { dominated: 0, root: 0, search: 0 },
  { dominated: 9, root: 1e6, search: 0 },
  { dominated: 1e6, root: 40, search: 9 },
]) {
  test(`a search that is cut short at ${JSON.stringify(work)} answers a whole choice and an honest bound`, () => {
    fc.assert(
      fc.property(world, (asked) => {
        const choice = cheapestChoice(asked, work);
        const least = byTryingAll(asked);
        close(paid(asked, choice.recipes), choice.total);
        assert.ok(choice.total >= least - 1e-6);
        assert.ok(choice.atLeast <= least + 1e-6);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
}

test('a lesson is paid where it saves more than it costs, and not where it saves less', () => {
  const costs = [Float64Array.of(10, 10, 10), Float64Array.of(4, 4, 10)];
  assert.deepEqual(cheapestChoice({ costs, fixed: [0, 11] }).recipes, [1, 1, 1]);
  assert.deepEqual(cheapestChoice({ costs, fixed: [0, 13] }).recipes, [0, 0, 0]);
});

const [RECIPES, POINTS] = [2_000, 449];

/** Reproducible figures from 0 to 1. */
function dice(seed: number) {
  return (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
}

function crowd(costOf: (recipe: number, point: number) => number, lesson: (recipe: number) => number): ChoiceAsked {
  return {
    costs: Array.from({ length: RECIPES }, (_, recipe) =>
      Float64Array.from({ length: POINTS }, (_, point) => costOf(recipe, point)),
    ),
    fixed: Array.from({ length: RECIPES }, (_, recipe) => lesson(recipe)),
  };
}

/** Processor time in milliseconds. */
function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1_000;
}

/** What it takes to look at every cell so many times. */
function looking({ costs }: ChoiceAsked, times: number): number {
  return cpuMs(() => {
    let most = 0;
    for (let time = 0; time < times; time++) {
      for (const own of costs) for (let point = 0; point < POINTS; point++) most = Math.max(most, own[point]! - time);
    }
    return most;
  });
}

const roll = dice(7);
const CROWDS: Readonly<Record<string, ChoiceAsked>> = {
  // Each differs from every other at the last point alone, where the dearer lesson saves more.
  'all but alike': crowd(
    (recipe, point) => (point < POINTS - 1 ? 100 : 100 + RECIPES - recipe),
    (recipe) => 10 + recipe * 0.4,
  ),
  'at random': crowd(
    () => 100 + 900 * roll(),
    () => 50 + 500 * roll(),
  ),
  'for nothing': crowd(
    () => 100 + 900 * roll(),
    () => 0,
  ),
};

const floor = looking(CROWDS['at random']!, 400);

for (const [name, asked] of Object.entries(CROWDS)) {
  test(`two thousand recipes ${name} cost what some looks at each do, not a look from each at every other`, () => {
    let choice = cheapestChoice(asked);
    const cost = cpuMs(() => {
      choice = cheapestChoice(asked);
    });
    close(paid(asked, choice.recipes), choice.total);
    assert.ok(choice.atLeast <= choice.total && choice.atLeast > 0);
    assert.ok(cost < floor, `${cost} ms, where looking takes ${floor} ms`);
  });
}

test('of more recipes than the search is given the answer is whole, and the bound honest', () => {
  const free = Float64Array.from({ length: 20 }, () => 50);
  // Each of 400 pays at one point alone, and the last point has but one recipe.
  const costs = Array.from({ length: 400 }, (_, recipe) =>
    Float64Array.from({ length: 20 }, (_, point) => (point === recipe % 19 ? 10 + recipe / 400 : 60)),
  );
  for (const own of costs) own[19] = Infinity;
  free[19] = Infinity;
  const last = Float64Array.from({ length: 20 }, () => 70);
  const asked = { costs: [free, ...costs, last], fixed: [0, ...costs.map(() => 30), 5_000] };
  const choice = cheapestChoice(asked);
  assert.equal(choice.recipes[19], 401);
  close(paid(asked, choice.recipes), choice.total);
  // By hand: at each of 19 points its first recipe, 10 to 10.045 and 30 for the lesson, and the last one's 70 and 5,000.
  close(choice.total, 19 * 40 + (18 * 19) / 2 / 400 + 5_070);
  assert.ok(choice.atLeast <= choice.total);
});
