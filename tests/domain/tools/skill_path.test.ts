import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { GameRecipe } from '../../../domain/ports/build.ts';
import { findDiscount } from '../../../domain/tools/craft/discount.ts';
import type { RecipeFacts } from '../../../domain/tools/craft/recipes.ts';
import { computePointCrafts, countCrafts, findSkillPath } from '../../../domain/tools/craft/skill_path.ts';
import { combineThresholds, countCraftsForPoint } from '../../../domain/tools/craft/thresholds.ts';
import { SKILL_MAX } from '../../../schema/limits.ts';
import { agreed } from './craft_world.ts';

/** Tests the rules of the path through a profession without a store. */

test('a point takes one craft below yellow, then more and more, and is impossible from grey on', () => {
  const rows: readonly (readonly [yellow: number | null, grey: number | null, skill: number, crafts: number | null])[] =
    [
      [20, 40, 19, 1],
      [20, 40, 20, 1],
      [20, 40, 30, 2],
      [20, 40, 39, 20],
      [20, 40, 40, null],
      [20, null, 19, 1],
      [20, null, 20, null],
      [null, 40, 19, null],
      [null, null, 1, null],
      [50, 40, 39, 1],
      [50, 40, 40, null],
    ];
  for (const [yellow, grey, skill, crafts] of rows) {
    const at = (turns: number | null) => (turns === null ? null : { low: turns, high: turns });
    assert.equal(
      countCraftsForPoint({ yellow: at(yellow), grey: at(grey) }, skill),
      crafts,
      `${yellow} ${grey} at ${skill}`,
    );
  }
});

test('the number of crafts is the mean over all possible values of yellow and grey', () => {
  const small = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(small, small, small, small, small, (yellow, yellowSpan, between, greySpan, skill) => {
      const turns = { low: yellow, high: yellow + yellowSpan };
      const grey = { low: turns.high + between, high: turns.high + between + greySpan };
      let sum = 0;
      for (let y = turns.low; y <= turns.high; y++) {
        for (let g = grey.low; g <= grey.high; g++) sum += skill < y ? 1 : (g - y) / (g - skill);
      }
      const mean = sum / ((yellowSpan + 1) * (greySpan + 1));
      const crafts = countCraftsForPoint({ yellow: turns, grey }, skill);
      if (skill >= grey.low) assert.equal(crafts, null);
      else assert.ok(Math.abs(crafts! - mean) < 1e-9, `${crafts} is not ${mean}`);
    }),
  );
});

test('pointsGiven stores the crafts for each point from the skill at which the recipe is known', () => {
  const skill = fc.integer({ min: 0, max: SKILL_MAX + 1 });
  const spread = fc.option(fc.tuple(skill, skill).map(([a, b]) => ({ low: Math.min(a, b), high: Math.max(a, b) })));
  fc.assert(
    fc.property(spread, spread, fc.option(skill), (yellow, grey, learnable) => {
      const from = learnable === null ? null : ({ skill: learnable, source: 'trainer' } as const);
      const recipe = { counted: { yellow, grey, from } } as RecipeFacts;
      for (let at = 0; at < SKILL_MAX; at++) {
        const crafts = at < (learnable ?? SKILL_MAX) ? null : countCraftsForPoint(recipe.counted, at);
        assert.equal(countCrafts(computePointCrafts(recipe), at), crafts ?? Infinity, `at ${at}`);
      }
    }),
  );
});

test('thresholds come from reports, then from the game files, then from the one known bound', () => {
  const range = (low: number, high: number) => ({ low, high, installs: 3 });
  const filed = (yellow: number, grey: number) => ({ spellId: 1, learnable: 1, yellow, grey });
  const rows: readonly (readonly [string, Parameters<typeof combineThresholds>[0], GameRecipe | null, object])[] = [
    [
      'reports on both sides, whatever the files say',
      { yellow: range(10, 20), grey: range(50, 60) },
      filed(99, 200),
      { yellow: { low: 10, high: 20, source: 'reports' }, grey: { low: 50, high: 60, source: 'reports' } },
    ],
    [
      'files where reports tell one end and allow it',
      { bounds: { yellow: { atMost: 120, installs: 3 }, grey: { atLeast: 150, installs: 3 } } },
      filed(115, 160),
      { yellow: { low: 115, high: 115, source: 'game-files' }, grey: { low: 160, high: 160, source: 'game-files' } },
    ],
    [
      'files that reports deny',
      { bounds: { yellow: { atMost: 120, installs: 3 }, grey: { atLeast: 150, installs: 3 } } },
      filed(121, 140),
      { yellow: { low: 1, high: 120, source: 'bounds' }, grey: { low: 150, high: 150, source: 'bounds' } },
    ],
    [
      'green midway bounds yellow from below',
      { green: range(130, 132), grey: range(160, 165), bounds: { yellow: { atMost: 120, installs: 3 } } },
      null,
      { yellow: { low: 95, high: 120, source: 'bounds' }, grey: { low: 160, high: 165, source: 'reports' } },
    ],
    [
      'green midway bounds grey from above',
      { yellow: range(280, 282), green: range(292, 293), bounds: { grey: { atLeast: 301, installs: 3 } } },
      null,
      { yellow: { low: 280, high: 282, source: 'reports' }, grey: { low: 301, high: 307, source: 'bounds' } },
    ],
    [
      'it was orange as long as anyone saw it',
      { bounds: { yellow: { atLeast: 40, installs: 3 }, grey: { atLeast: 40, installs: 3 } } },
      null,
      { yellow: { low: 40, high: 40, source: 'bounds' }, grey: { low: 40, high: 40, source: 'bounds' } },
    ],
    [
      'grey is all that anyone saw',
      { bounds: { grey: { atMost: 40, installs: 3 } } },
      null,
      { yellow: null, grey: null },
    ],
    ['nothing', null, null, { yellow: null, grey: null }],
    [
      'files alone',
      null,
      filed(20, 41),
      { yellow: { low: 20, high: 20, source: 'game-files' }, grey: { low: 41, high: 41, source: 'game-files' } },
    ],
  ];
  for (const [what, reported, files, counted] of rows) {
    assert.deepEqual(combineThresholds(reported, files).counted, counted, what);
  }
  assert.deepEqual(combineThresholds(null, filed(20, 41)).inFiles, { yellow: 20, green: 30, grey: 41 });
});

test('a reputation discount is recognised by the ratio of two prices, within the precision of whole copper', () => {
  const told: readonly (readonly [price: number, other: number, percent: number | null])[] = [
    [100, 90, 10],
    [90, 100, 10],
    [100, 95, 5],
    [100, 85, 15],
    [100, 80, 20],
    [100, 70, null],
    [100, 99, null],
    [100, 92, null],
    [2000, 1801, null],
    [25, 22, 10],
    [25, 23, 10],
    [2, 1, null],
    [0, 0, null],
    [5, 0, null],
  ];
  for (const [price, other, percent] of told) {
    assert.equal(findDiscount(price, [other])?.percent ?? null, percent, `${price} and ${other}`);
  }
});

function known(recipeId: number, yellow: number, span: number, learnable: number, lessonCost: number): RecipeFacts {
  return {
    recipeId,
    name: null,
    makes: null,
    makesMin: null,
    makesMax: null,
    reagents: null,
    taughtByItemId: null,
    itemSources: null,
    lesson: {
      trainerNpcIds: [1],
      cost: agreed(lessonCost) as never,
      discount: null,
      requiredSkill: null,
      requiredLevel: null,
    },
    learnableFrom: { skill: learnable, source: 'trainer' },
    isLearnable: true,
    yellow: { low: yellow, high: yellow, installs: 3 },
    green: null,
    grey: { low: yellow + span, high: yellow + span, installs: 3 },
    bounds: {},
    inFiles: null,
    seenFrom: null,
    counted: {
      yellow: { low: yellow, high: yellow, source: 'reports' },
      grey: { low: yellow + span, high: yellow + span, source: 'reports' },
      from: { skill: learnable, source: 'trainer' },
    },
  };
}

test('no set of recipes is cheaper than the path that is found', () => {
  const small = (max: number) => fc.integer({ min: 1, max });
  const recipes = fc.array(fc.tuple(small(30), small(30), small(30), small(60), small(20)), {
    minLength: 1,
    maxLength: 7,
  });
  fc.assert(
    fc.property(recipes, (written) => {
      const list = written.map(([yellow, span, learnable, cost], id) => known(id + 1, yellow, span, learnable, cost));
      const costs = new Map(list.map((one, at) => [one, written[at]![4]]));
      const path = findSkillPath(list, { fromSkill: 1, toSkill: 40 }, (one) => costs.get(one)!);
      const used = new Set(path.steps.map(({ recipe: one }) => one));
      const lessons = [...used].reduce((total, one) => total + one.lesson!.cost!.value, 0);
      const paid = path.steps.reduce((total, step) => total + step.crafts * costs.get(step.recipe)!, lessons);
      const gapPoints = path.gaps.reduce((total, gap) => total + gap.toSkill - gap.fromSkill, 0);
      let least = Infinity;
      for (let set = 0; set < 1 << list.length; set++) {
        const open = list.filter((_, at) => (set & (1 << at)) !== 0);
        let total = open.reduce((sumOf, one) => sumOf + one.lesson!.cost!.value, 0);
        let missing = 0;
        for (let skill = 1; skill < 40; skill++) {
          const at = open.map((one) => {
            const [yellow, grey] = [one.yellow!.low, one.grey!.low];
            if (skill < one.learnableFrom!.skill || skill >= grey) return Infinity;
            return (skill < yellow ? 1 : (grey - yellow) / (grey - skill)) * costs.get(one)!;
          });
          const cheapest = Math.min(...at, Infinity);
          if (cheapest === Infinity) missing++;
          else total += cheapest;
        }
        assert.ok(missing >= gapPoints, 'a gap that a recipe fills');
        if (missing === gapPoints) least = Math.min(least, total);
      }
      assert.ok(Math.abs(paid - least) < 1e-6, `${paid} is not ${least}`);
      assert.ok(path.couldSave < 1e-6);
    }),
    { numRuns: 400 },
  );
});

test('a recipe that is not known to be learnable gives only the points that no other gives', () => {
  const small = (max: number) => fc.integer({ min: 1, max });
  const recipes = fc.array(fc.tuple(small(30), small(30), small(30), small(60), small(20), fc.boolean()), {
    minLength: 1,
    maxLength: 8,
  });
  const span = { fromSkill: 1, toSkill: 40 };
  fc.assert(
    fc.property(recipes, (written) => {
      const list = written.map(([yellow, width, learnable, cost, , isLearnable], id) => {
        const one = known(id + 1, yellow, width, learnable, cost);
        return { ...one, isLearnable, lesson: isLearnable ? one.lesson : null };
      });
      // The fifth recipe and every one after it have no price.
      const costOf = ({ recipeId }: RecipeFacts) => (recipeId > 4 ? null : written[recipeId - 1]![4]);
      const spend = ({ steps }: Pick<ReturnType<typeof findSkillPath>, 'steps'>): number => {
        const priced = steps.filter(({ recipe }) => costOf(recipe) !== null);
        const lessons = new Map(priced.map(({ recipe }) => [recipe, recipe.lesson?.cost?.value ?? 0]));
        const crafted = priced.reduce((total, { recipe, crafts }) => total + crafts * costOf(recipe)!, 0);
        return [...lessons.values()].reduce((total, cost) => total + cost, crafted);
      };
      const path = findSkillPath(list, span, costOf);
      const learnable = list.filter((one) => one.isLearnable);
      for (const { recipe, fromSkill, toSkill } of path.steps.filter(({ recipe: one }) => !one.isLearnable)) {
        for (let skill = fromSkill; skill < toSkill; skill++) {
          for (const one of learnable) assert.equal(countCrafts(computePointCrafts(one), skill), Infinity, `${skill}`);
        }
        assert.ok(list.includes(recipe));
      }
      const steps = path.steps.filter(({ recipe }) => recipe.isLearnable);
      assert.ok(Math.abs(spend({ steps }) - spend(findSkillPath(learnable, span, costOf))) < 1e-6);
      assert.ok(path.untaughtSave > -1e-6);
      // With all recipes alike, the priced points of the route cost at least what the answer says they would save.
      const alike = findSkillPath(
        list.map((one) => ({ ...one, isLearnable: true })),
        span,
        costOf,
      );
      if (list.length <= 4) assert.ok(spend(path) - path.untaughtSave > spend(alike) - 1e-6);
      if (learnable.length === list.length) assert.ok(path.untaughtSave < 1e-6);
    }),
    { numRuns: 400 },
  );
});
