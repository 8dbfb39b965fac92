import assert from 'node:assert/strict';
import { realmKeyOf } from '../count/agreed.ts';
import { agreedOf, type CountedRecipe, countPrices, countRecipes, craftsAt, leastCost } from '../count/craft.ts';
import { newTally, type Tally } from '../figures.ts';
import { type Backed, localeOf } from '../kept.ts';
import { factOf, type ToolCheck, type ToolGround } from '../tools.ts';
import { holdPlace, holdShopping, holdSources, pricedRealms } from './craft_ways.ts';

interface Reagent {
  readonly itemId: number;
  readonly count: number;
}

/** Formats counted recipes as answers do. `base` is the base URL of the instance's pages. */
function writerOf(ground: ToolGround, base: string, realm: string | null) {
  const priceOf = countPrices(ground);
  const entity = (kind: 'item' | 'npc', id: number) => {
    const name = agreedOf(factOf(ground, `${kind}s`, id), 'name');
    return { kind, id, name: name?.value ?? null, ...localeOf(name), url: `${base}${kind}/${id}` };
  };
  const price = (itemId: number) => {
    const found = priceOf(itemId, realm);
    if (found === null) return null;
    const { vendorNpcId, ...others } = found;
    return { ...others, vendor: vendorNpcId === null ? null : entity('npc', vendorNpcId) };
  };
  const reagentsOf = ({ body }: CountedRecipe) => agreedOf(body, 'reagents') as (Backed & { value: Reagent[] }) | null;
  const rowsOf = (recipe: CountedRecipe) =>
    reagentsOf(recipe)?.value.map(({ itemId, count }) => ({
      item: entity('item', itemId),
      count,
      price: price(itemId),
    }));
  return {
    rowsOf,
    /** Returns the cost of one craft, or null if the reagents or one of their prices are unknown. */
    craftCost: (recipe: CountedRecipe): number | null => {
      const costs = reagentsOf(recipe)?.value.map(({ itemId, count }) => {
        const each = priceOf(itemId, realm);
        return each === null ? null : each.copper * count;
      });
      if (costs === undefined || costs.includes(null)) return null;
      return costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
    },
    /** Formats the part of a recipe that both tools show. */
    recipe: (recipe: CountedRecipe) => {
      const { recipeId, body, ranges, bounds, inFiles, lesson, learnableFrom, isLearnable } = recipe;
      const [made, taught, reagents] = [agreedOf(body, 'itemId'), agreedOf(body, 'taughtByItemId'), reagentsOf(recipe)];
      const makes = {
        min: agreedOf(body, 'makesMin'),
        max: agreedOf(body, 'makesMax'),
      };
      return {
        recipe: {
          kind: 'recipe',
          id: recipeId,
          name: agreedOf(body, 'name')?.value ?? null,
          url: null,
          ...localeOf(agreedOf(body, 'name')),
        },
        yellow: ranges.yellow,
        grey: ranges.grey,
        bounds,
        inFiles,
        learnableFrom,
        isLearnable,
        makes: made === null ? null : { item: entity('item', Number(made.value)), installs: made.installs, ...makes },
        reagents: reagents === null ? null : { installs: reagents.installs, rows: rowsOf(recipe) },
        lesson:
          lesson === null
            ? null
            : {
                trainer: entity('npc', lesson.trainerNpcId),
                trainers: lesson.trainers,
                cost: lesson.cost,
                discount: lesson.discount,
                requiredSkill: lesson.requiredSkill,
                requiredLevel: lesson.requiredLevel,
              },
        taughtBy: taught === null ? null : { item: entity('item', Number(taught.value)), installs: taught.installs },
      };
    },
  };
}

function halfUp(exact: number): number {
  return Math.floor(exact + 0.5);
}

/** Returns the professions of all public recipes, each in its most frequent spelling. */
function professionsOf({ counted }: ToolGround): readonly string[] {
  const spellings = new Map<string, Map<string, number>>();
  for (const [key, body] of counted.facts) {
    const value = key.startsWith('recipes ')
      ? agreedOf(body as Record<string, unknown>, 'profession')?.value
      : undefined;
    if (typeof value !== 'string') continue;
    const own = spellings.get(realmKeyOf(value)) ?? new Map<string, number>();
    spellings.set(realmKeyOf(value), own.set(value, (own.get(value) ?? 0) + 1));
  }
  return [...spellings.values()].map((own) => [...own].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]![0]);
}

const NOT_PUBLIC = 'Basket Weaving';

// biome-ignore lint/suspicious/noExplicitAny: what the tool answers
function isNothing(answer: any): void {
  assert.equal(answer.page, undefined);
  assert.ok(answer.connected === true && answer.reason.length > 0, 'a reason why there is no page');
}

/** Checks thresholds, reagents, prices and costs, for all recipes and for those whose name contains some text. */
export const checkRecipeThresholds: ToolCheck = async (ground) => {
  const tally = newTally();
  for (const profession of professionsOf(ground)) {
    const recipes = countRecipes(ground, profession);
    const names = recipes.flatMap(({ body }) => String(agreedOf(body, 'name')?.value ?? []));
    const parts = [undefined, 'MAKE', 'make ', ...names.filter((_, i) => i % 4 === 0).map((name) => name.slice(3, 9))];
    for (const part of parts) {
      const asked = { profession: profession.toUpperCase(), ...(part === undefined ? {} : { recipe: part }) };
      const { answer } = await ground.ask('recipe_thresholds', asked);
      const meant = recipes.filter(({ body }) => {
        const name = agreedOf(body, 'name')?.value;
        return part === undefined || realmKeyOf(String(name ?? '')).includes(realmKeyOf(part));
      });
      const write = writerOf(ground, answer.attribution.source, null);
      const low = ({ ranges, inFiles, bounds }: CountedRecipe, colour: 'yellow' | 'green' | 'grey'): number =>
        [ranges[colour]?.low, inFiles?.[colour], bounds[colour]?.atLeast, bounds[colour]?.atMost, 1e9].find(
          (at) => at !== null && at !== undefined,
        )!;
      const colours = ['yellow', 'green', 'grey'] as const;
      const rows = [...meant]
        .sort((a, b) => {
          const apart = colours.map((colour) => low(a, colour) - low(b, colour)).find((by) => by !== 0);
          return apart ?? a.recipeId - b.recipeId;
        })
        .map((recipe) => {
          const cost = write.craftCost(recipe);
          const fewest = agreedOf(recipe.body, 'makesMin')?.value as number | undefined;
          return {
            ...write.recipe(recipe),
            green: recipe.ranges.green,
            costCopper: cost,
            costPerUnitCopper: cost === null || fewest === undefined ? null : halfUp(cost / fewest),
          };
        });
      const { realmsWithPrices, ...page } = answer.page ?? {};
      page.recipes &&= page.recipes.map((row: Answer) => withoutOthers(row));
      const counted = {
        profession,
        realm: null,
        houses: [],
        total: rows.length,
        recipes: rows.slice(0, 200),
        isCut: false,
      };
      tally.hold(`recipe_thresholds ${profession} ${part ?? ''}`, page, counted);
      tally.hold('realms with prices', realmsWithPrices, pricedRealms(ground));
      const fromFiles = meant.some(
        ({ learnableFrom, inFiles }) => learnableFrom?.source === 'game-files' || inFiles !== null,
      );
      tally.hold('recipe_thresholds names the files', answer.gameData !== undefined, fromFiles);
    }
    isNothing((await ground.ask('recipe_thresholds', { profession, recipe: 'no such thing' })).answer);
  }
  isNothing((await ground.ask('recipe_thresholds', { profession: NOT_PUBLIC })).answer);
  return tally.figures();
};

const SPANS = [
  [1, 300],
  [1, 450],
  [40, 90],
  [120, 260],
  [220, 221],
  [250, 450],
] as const;

/**
 * Checks each profession's path, with and without each realm's auction prices. Every step must be legal, and the path
 * must be the cheapest one.
 */
export const checkProfessionPath: ToolCheck = async (ground) => {
  const tally = newTally();
  const spellings = [...ground.counted.facts]
    .filter(([key]) => key.startsWith('realms '))
    .map(([, body]) => (body as { readonly spelling: string }).spelling);
  for (const profession of professionsOf(ground)) {
    const recipes = countRecipes(ground, profession);
    for (const realm of [null, 'Nowhere', ...spellings]) {
      for (const [from, to] of realm === null || realm === spellings[0] ? SPANS : SPANS.slice(0, 3)) {
        const asked = { profession: profession.toLowerCase(), from, to };
        const { answer } = await ground.ask('profession_path', {
          ...asked,
          ...(realm === null ? {} : { realm: realm.toUpperCase() }),
        });
        const spelt = realm !== null && spellings.includes(realm) ? realm : null;
        tally.hold('profession_path', pickHead(answer.page), { profession, from, to, realm: spelt, isCut: false });
        const label = `profession_path ${profession} ${from}-${to} ${realm ?? ''}`;
        const isTold = answer.page.leavesOut.some((sentence: string) => sentence.includes('"NOWHERE"'));
        tally.hold(`${label}: says that the realm is unknown`, isTold, realm === 'Nowhere');
        holdWay(tally, label, answer, recipes, writerOf(ground, answer.attribution.source, realm), ground);
        holdShopping(tally, label, ground, answer.page, recipes);
        const others = spelt === null ? pricedRealms(ground) : [];
        tally.hold(`${label}: realms with prices`, answer.page.realmsWithPrices, others);
      }
    }
    await assert.rejects(ground.ask('profession_path', { profession, from: 90, to: 90 }), /400|from must be/);
  }
  isNothing((await ground.ask('profession_path', { profession: NOT_PUBLIC })).answer);
  return tally.figures();
};

// biome-ignore lint/suspicious/noExplicitAny: what the tool answers
type Answer = any;

function withoutOthers({ lesson, ...row }: Answer): Answer {
  const { otherTrainers: _, ...own } = lesson ?? {};
  return { ...row, lesson: lesson === null ? null : own };
}

function pickHead({ profession, from, to, realm, isCut }: Answer) {
  return { profession, from, to, realm, isCut };
}

function holdWay(
  tally: Tally,
  label: string,
  { page, gameData }: Answer,
  recipes: readonly CountedRecipe[],
  write: ReturnType<typeof writerOf>,
  ground: ToolGround,
): void {
  const points = Array.from({ length: page.to - page.from }, (_, at) => page.from + at);
  const usable = recipes.filter((recipe) => points.some((skill) => craftsAt(recipe, skill) !== null));
  const priced = usable.filter((recipe) => write.craftCost(recipe) !== null);
  const considered = { recipes: recipes.length, usable: usable.length, priced: priced.length };
  tally.hold(`${label}: considered`, page.considered, considered);

  const byId = new Map(recipes.map((recipe) => [recipe.recipeId, recipe]));
  const used = new Set<CountedRecipe>();
  let skill = page.from;
  let reagents = 0;
  let rounded = 0;
  let unpriced = 0;
  const gaps = [...page.gaps];
  const passGaps = (until: number): void => {
    const open = points.filter((point) => point >= skill && point < until);
    if (open.length === 0) return;
    tally.hold(`${label}: gap`, gaps.shift(), { fromSkill: skill, toSkill: until });
    const raised = open.filter((point) => usable.some((recipe) => craftsAt(recipe, point) !== null));
    tally.hold(`${label}: points of a gap that a recipe gives`, raised, []);
  };
  for (const step of page.steps) {
    passGaps(step.fromSkill);
    const recipe = byId.get(step.recipeId)!;
    const own = points.filter((point) => point >= step.fromSkill && point < step.toSkill);
    const crafts = own.map((point) => craftsAt(recipe, point));
    assert.ok(own.length > 0 && !crafts.includes(null), `${label}: ${step.recipeId} gives every point of its step`);
    const expected = crafts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
    const cost = write.craftCost(recipe);
    holdStep(tally, `${label}: step at ${step.fromSkill}`, step, recipe, expected, write);
    // A learnable recipe gives the point before any other, and a priced one before any without a price.
    for (const point of own) {
      const rank = (one: CountedRecipe): number =>
        craftsAt(one, point) === null ? 4 : (one.isLearnable ? 0 : 2) + (write.craftCost(one) === null ? 1 : 0);
      const best = Math.min(...usable.map(rank));
      tally.hold(`${label}: kind of recipe at ${point}`, rank(recipe), best);
      if (cost !== null) continue;
      const fewest = Math.min(...usable.filter((one) => rank(one) === best).map((one) => craftsAt(one, point)!));
      tally.near(`${label}: crafts at ${point}`, craftsAt(recipe, point)!, fewest, 0);
    }
    if (cost === null) {
      unpriced++;
    } else {
      reagents += cost * expected;
      rounded += step.costCopper;
    }
    used.add(recipe);
    skill = step.toSkill;
  }
  passGaps(page.to);
  tally.hold(`${label}: more gaps`, gaps, []);

  const shown = [...used].map((recipe) => ({
    ...write.recipe(recipe),
    counted: recipe.counted,
    craftCostCopper: write.craftCost(recipe),
  }));
  const withoutWays = page.recipes.map(({ lesson, taughtBy, ...others }: Answer) => {
    const { place, otherTrainers = [], ...taught } = lesson ?? {};
    tally.hold(`${label}: other trainers`, otherTrainers.length, Math.min(2, Math.max(0, (lesson?.trainers ?? 0) - 1)));
    for (const other of otherTrainers) holdPlace(tally, ground, other.trainer.id, other.place);
    const { sources, ...item } = taughtBy ?? {};
    if (lesson !== null) holdPlace(tally, ground, lesson.trainer.id, place);
    if (taughtBy !== null && lesson === null) holdSources(tally, ground, taughtBy.item.id, sources);
    return { ...others, lesson: lesson === null ? null : taught, taughtBy: taughtBy === null ? null : item };
  });
  tally.hold(`${label}: recipes`, withoutWays, shown);
  const lessonOf = ({ lesson }: CountedRecipe): number => Number(lesson?.cost?.value ?? 0);
  const lessons = [...used].reduce((sum, recipe) => sum + lessonOf(recipe), 0);
  const unpricedLessons = [...used]
    .filter((one) => write.craftCost(one) === null)
    .reduce((n, one) => n + lessonOf(one), 0);
  const isPriced = page.steps.length > unpriced;
  tally.hold(`${label}: lessons`, page.lessonsCopper, lessons);
  const isGiven = (point: number): boolean =>
    usable.some((recipe) => recipe.isLearnable && craftsAt(recipe, point) !== null);
  const given = new Set(points.filter(isGiven));
  const offers = priced.map((recipe) => ({
    lesson: lessonOf(recipe),
    perPoint: points.map((point) => {
      const crafts = recipe.isLearnable || !given.has(point) ? craftsAt(recipe, point) : null;
      return crafts === null ? null : crafts * write.craftCost(recipe)!;
    }),
  }));
  const { least, exact } = leastCost(offers, points.length);
  if (isPriced) {
    tally.hold(`${label}: reagents`, page.reagentsCopper, rounded);
    tally.hold(`${label}: total`, page.totalCopper, rounded + lessons);
    const spent = reagents + lessons - unpricedLessons;
    if (exact) tally.near(`${label}: the least total`, spent, least, 0.5);
    else assert.ok(spent - page.couldSaveCopper <= least + 1, `${label}: what it could save`);
  } else tally.hold(`${label}: totals`, [page.reagentsCopper, page.totalCopper], [null, null]);
  if (exact) tally.hold(`${label}: could save`, page.couldSaveCopper, 0);

  const without = [...used].filter(({ lesson }) => lesson === null);
  const isTaught = ({ body }: CountedRecipe): boolean => agreedOf(body, 'taughtByItemId') !== null;
  const left = [
    unpriced,
    [...used].filter(({ lesson }) => lesson !== null && lesson.cost === null).length,
    without.filter((one) => !one.isLearnable && !isTaught(one)).length,
  ].filter((count) => count > 0);
  const told = page.leavesOut.flatMap((sentence: string) => Number(/: (\d+)\.$/.exec(sentence)?.[1] ?? NaN) || []);
  tally.hold(`${label}: left out`, told, left);
  const items = new Set(without.filter(isTaught).map(({ body }) => agreedOf(body, 'taughtByItemId')!.value)).size;
  const sentence = page.leavesOut.find((one: string) => one.startsWith('The price of the items that teach recipes: '));
  tally.hold(`${label}: items without a price`, sentence !== undefined, items > 0);
  tally.hold(
    `${label}: items beyond three`,
    Number(/ and (\d+) more\.$/.exec(sentence)?.[1] ?? 0),
    Math.max(0, items - 3),
  );
  const isFiled = [...used].some(
    ({ learnableFrom, inFiles }) => learnableFrom?.source === 'game-files' || inFiles !== null,
  );
  const fromFiles = isFiled || JSON.stringify(page).includes('"mapInFiles":"');
  tally.hold(`${label}: names the files`, gameData !== undefined, fromFiles);
}

function holdStep(
  tally: Tally,
  label: string,
  { crafts, costCopper, reagents, name }: Answer,
  recipe: CountedRecipe,
  expected: number,
  write: ReturnType<typeof writerOf>,
): void {
  tally.hold(`${label}: name`, name, agreedOf(recipe.body, 'name')?.value ?? null);
  tally.near(`${label}: crafts`, crafts, expected, 0.005);
  const cost = write.craftCost(recipe);
  if (cost === null) tally.hold(`${label}: cost`, costCopper, null);
  else tally.near(`${label}: cost`, costCopper, cost * expected, 0.5);
  const rows = write.rowsOf(recipe) ?? null;
  const shown = reagents?.map(({ needed: _needed, ...row }: Answer) => row) ?? null;
  tally.hold(`${label}: reagents`, shown, rows);
  for (const { needed, count, item } of reagents ?? []) {
    tally.near(`${label}: item ${item.id} needed`, needed, count * expected, 0.005);
  }
}
