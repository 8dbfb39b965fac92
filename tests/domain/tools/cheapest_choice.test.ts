import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ChoiceProblem, findCheapestChoice } from '../../../domain/tools/craft/cheapest_choice.ts';
import { propertyRuns } from '../../runner/properties.ts';

/** Tries every set of recipes, with the cheapest recipe of the set at each point. */
function byTryingAll({ costs, fixed }: ChoiceProblem): number {
  let least = Infinity;
  for (let set = 1; set < 1 << costs.length; set++) {
    const open = costs.map((_, recipe) => recipe).filter((recipe) => (set & (1 << recipe)) !== 0);
    const points = [...costs[0]!.keys()].map((point) => Math.min(...open.map((recipe) => costs[recipe]![point]!)));
    const total = [...points, ...open.map((recipe) => fixed[recipe]!)].reduce((sum, cost) => sum + cost, 0);
    least = Math.min(least, total);
  }
  return least;
}

function paid({ costs, fixed }: ChoiceProblem, recipes: readonly number[]): number {
  return (
    recipes.reduce((sum, recipe, point) => sum + costs[recipe]![point]!, 0) +
    [...new Set(recipes)].reduce((sum, recipe) => sum + fixed[recipe]!, 0)
  );
}

function close(a: number, b: number): void {
  assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);
}

/** Small cases: costs with gaps, cheap and expensive lessons, and a last recipe that gives every point. */
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
    ({ costs, last, fixed }): ChoiceProblem => ({
      costs: [...costs, last].map((own) => Float64Array.from(own)),
      fixed,
    }),
  );

test('the choice is the cheapest possible, and is marked as proved', () => {
  fc.assert(
    fc.property(world, (asked) => {
      const choice = findCheapestChoice(asked);
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
  test(`a search that is cut short at ${JSON.stringify(work)} returns a complete choice and a correct bound`, () => {
    fc.assert(
      fc.property(world, (asked) => {
        const choice = findCheapestChoice(asked, work);
        const least = byTryingAll(asked);
        close(paid(asked, choice.recipes), choice.total);
        assert.ok(choice.total >= least - 1e-6);
        assert.ok(choice.atLeast <= least + 1e-6);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
}

test('a lesson is bought only if it saves more than it costs', () => {
  const costs = [Float64Array.of(10, 10, 10), Float64Array.of(4, 4, 10)];
  assert.deepEqual(findCheapestChoice({ costs, fixed: [0, 11] }).recipes, [1, 1, 1]);
  assert.deepEqual(findCheapestChoice({ costs, fixed: [0, 13] }).recipes, [0, 0, 0]);
});

const [RECIPES, POINTS] = [2_000, 449];

/** Returns reproducible numbers from 0 to 1. */
function dice(seed: number) {
  return (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
}

function crowd(costOf: (recipe: number, point: number) => number, lesson: (recipe: number) => number): ChoiceProblem {
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

/** Measures the time to look at every cell this many times. */
function looking({ costs }: ChoiceProblem, times: number): number {
  return cpuMs(() => {
    let most = 0;
    for (let time = 0; time < times; time++) {
      for (const own of costs) for (let point = 0; point < POINTS; point++) most = Math.max(most, own[point]! - time);
    }
    return most;
  });
}

const roll = dice(7);
const CROWDS: Readonly<Record<string, ChoiceProblem>> = {
  // Each recipe differs from the others only at its last point, where the more expensive lesson saves more.
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
  test(`the search time for two thousand recipes ${name} grows linearly with their number`, () => {
    let choice = findCheapestChoice(asked);
    const cost = cpuMs(() => {
      choice = findCheapestChoice(asked);
    });
    close(paid(asked, choice.recipes), choice.total);
    assert.ok(choice.atLeast <= choice.total && choice.atLeast > 0);
    assert.ok(cost < floor, `${cost} ms, where looking takes ${floor} ms`);
  });
}

test('with more recipes than the search considers, the choice is complete and the bound correct', () => {
  const free = Float64Array.from({ length: 20 }, () => 50);
  // Each of 400 recipes pays off at only one point, and the last point has only one recipe.
  const costs = Array.from({ length: 400 }, (_, recipe) =>
    Float64Array.from({ length: 20 }, (_, point) => (point === recipe % 19 ? 10 + recipe / 400 : 60)),
  );
  for (const own of costs) own[19] = Infinity;
  free[19] = Infinity;
  const last = Float64Array.from({ length: 20 }, () => 70);
  const asked = { costs: [free, ...costs, last], fixed: [0, ...costs.map(() => 30), 5_000] };
  const choice = findCheapestChoice(asked);
  assert.equal(choice.recipes[19], 401);
  close(paid(asked, choice.recipes), choice.total);
  // By hand: each of 19 points uses its first recipe at 10 to 10.045 plus 30 for the lesson. The last one costs 70 and
  // 5,000.
  close(choice.total, 19 * 40 + (18 * 19) / 2 / 400 + 5_070);
  assert.ok(choice.atLeast <= choice.total);
});
