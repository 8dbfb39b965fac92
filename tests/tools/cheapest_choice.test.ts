import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ChoiceAsked, cheapestChoice } from '../../domain/tool_parts/cheapest_choice.ts';

/** Every set of recipes, each point with the cheapest of the set. */
const byTryingAll = ({ costs, fixed }: ChoiceAsked): number => {
  let least = Infinity;
  for (let set = 1; set < 1 << costs.length; set++) {
    const open = costs.map((_, recipe) => recipe).filter((recipe) => (set & (1 << recipe)) !== 0);
    const points = [...costs[0]!.keys()].map((point) => Math.min(...open.map((recipe) => costs[recipe]![point]!)));
    const total = [...points, ...open.map((recipe) => fixed[recipe]!)].reduce((sum, cost) => sum + cost, 0);
    least = Math.min(least, total);
  }
  return least;
};

const paid = ({ costs, fixed }: ChoiceAsked, recipes: readonly number[]): number =>
  recipes.reduce((sum, recipe, point) => sum + costs[recipe]![point]!, 0) +
  [...new Set(recipes)].reduce((sum, recipe) => sum + fixed[recipe]!, 0);

const close = (a: number, b: number): void => assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);

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
            ...{ minLength: points, maxLength: points },
          },
        ),
        { minLength: recipes, maxLength: recipes },
      ),
      last: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: points, maxLength: points }),
      fixed: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 25 })), {
        ...{ minLength: recipes + 1, maxLength: recipes + 1 },
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
    { numRuns: 1_500 },
  );
});

test('a search that is cut short answers a whole choice and an honest bound', () => {
  fc.assert(
    fc.property(world, (asked) => {
      const choice = cheapestChoice(asked, 0);
      const least = byTryingAll(asked);
      close(paid(asked, choice.recipes), choice.total);
      assert.ok(choice.total >= least - 1e-6);
      assert.ok(choice.atLeast <= least + 1e-6);
    }),
    { numRuns: 500 },
  );
});

test('a lesson is paid where it saves more than it costs, and not where it saves less', () => {
  const costs = [Float64Array.of(10, 10, 10), Float64Array.of(4, 4, 10)];
  assert.deepEqual(cheapestChoice({ costs, fixed: [0, 11] }).recipes, [1, 1, 1]);
  assert.deepEqual(cheapestChoice({ costs, fixed: [0, 13] }).recipes, [0, 0, 0]);
});
