import { sumNumbers } from '../../values/sum_of.ts';
import { type ChoiceProblem, createField, isWorkSpent, type SearchField } from './choice_field.ts';
import { createUselessTest, searchForChoice } from './choice_search.ts';

export type { ChoiceProblem };

export interface RecipeChoice {
  /**
   * The recipe for each point. Among equally cheap recipes, the recipe of the previous point is preferred, then the
   * first.
   */
  readonly recipes: readonly number[];
  readonly total: number;
  /** A lower bound on the cost of any choice. Equal to `total` if the search was completed. */
  readonly atLeast: number;
}

/**
 * Limits on the number of cost-matrix cells that each phase may visit. A million cells take a few milliseconds. With
 * three hundred competing recipes, the search uses half of its limit.
 */
interface SearchLimits {
  /** Limit for comparing every recipe with every other recipe. */
  readonly dominated: number;
  /**
   * Limit for settling the recipes that never or always pay off. The same limit applies again to computing the first
   * bound and choice.
   */
  readonly root: number;
  readonly search: number;
}

const WORK_LIMITS: SearchLimits = { dominated: 4_000_000, root: 4_000_000, search: 1_000_000 };

/** Maximum number of recipes with a paid lesson in the search. */
const PAID_RECIPES_MAX = 300;

/**
 * Returns the cheapest choice. First settles the recipes whose lesson never or always pays off, which are nearly all of
 * them. A branch-and-bound search then tries each remaining recipe both ways, with and without it, and skips branches
 * that cannot beat the best choice so far. If the work limit is reached, returns the best choice found and a bound on
 * how much a better choice could save. Apart from a few passes over the recipes, the amount of work is limited,
 * whatever the number of recipes.
 */
export function findCheapestChoice(asked: ChoiceProblem, work: SearchLimits = WORK_LIMITS): RecipeChoice {
  const paying = mergeFreeRecipes(asked);
  const undominated = omitEntries(
    paying,
    createDominanceTest(createField(paying, work.dominated), sortByMostSaved(paying)),
  );
  const useful = omitEntries(undominated, createUselessTest(createField(undominated, work.root)));
  const given = pickSavingRecipes(useful);
  const found = searchForChoice(createField(given, work.root), work.search);
  const open = given.recipes.flatMap((recipes, at) => (found.state[at] === 'open' ? recipes : []));
  const recipes = assignSkillPoints(
    asked,
    open.sort((a, b) => a - b),
  );
  const total = computeTotalCost(asked, recipes);
  const whole = given.recipes.length === useful.recipes.length;
  const least = whole ? (found.finished ? total : found.least) : sumNumbers(computeLeastCosts(asked));
  return { recipes, total, atLeast: Math.min(least, total) };
}

/** A choice among entries, each of which represents one or more recipes. */
interface ChoiceEntries extends ChoiceProblem {
  readonly recipes: readonly (readonly number[])[];
}

/**
 * Merges the recipes without a paid lesson into one entry, which comes first and has the lowest of their costs at each
 * point. Among the other recipes, keeps only recipes that can save more than their lesson costs.
 */
function mergeFreeRecipes({ costs, fixed }: ChoiceProblem): ChoiceEntries {
  const free = [...costs.keys()].filter((recipe) => fixed[recipe] === 0);
  const least = computeLeastCosts({ costs: free.map((recipe) => costs[recipe]!) }, costs[0]?.length ?? 0);
  const paid = [...costs.keys()].filter(
    (recipe) => fixed[recipe]! > 0 && sumSavings(costs[recipe]!, least) > fixed[recipe]!,
  );
  const none = free.length === 0;
  return {
    costs: [...(none ? [] : [least]), ...paid.map((recipe) => costs[recipe]!)],
    fixed: [...(none ? [] : [0]), ...paid.map((recipe) => fixed[recipe]!)],
    recipes: [...(none ? [] : [free]), ...paid.map((recipe) => [recipe])],
  };
}

function omitEntries({ costs, fixed, recipes }: ChoiceEntries, left: (entry: number) => boolean): ChoiceEntries {
  const kept = [...costs.keys()].filter((entry) => !left(entry));
  return {
    costs: kept.map((entry) => costs[entry]!),
    fixed: kept.map((entry) => fixed[entry]!),
    recipes: kept.map((entry) => recipes[entry]!),
  };
}

/**
 * If there are too many entries, keeps only those that save the most compared with the average cost, and the cheapest
 * entry for each point.
 */
function pickSavingRecipes(entries: ChoiceEntries): ChoiceEntries {
  if (entries.costs.length <= PAID_RECIPES_MAX) return entries;
  const kept = new Set([...sortByMostSaved(entries).slice(0, PAID_RECIPES_MAX), ...findCheapestEntries(entries)]);
  return omitEntries(entries, (entry) => !kept.has(entry));
}

/**
 * Returns the entries ordered by how much they save compared with the average cost, minus the cost to learn them;
 * highest first.
 */
function sortByMostSaved(entries: ChoiceProblem): readonly number[] {
  const usual = computeUsualCosts(entries);
  const worth = entries.costs.map((own, entry) => sumSavings(own, usual) - entries.fixed[entry]!);
  return [...worth.keys()].sort((a, b) => worth[b]! - worth[a]! || a - b);
}

/** Returns the average cost of each point over the recipes that can give it. */
function computeUsualCosts({ costs }: ChoiceProblem): Float64Array {
  const points = costs[0]?.length ?? 0;
  const [sums, counts] = [new Float64Array(points), new Float64Array(points)];
  for (const own of costs) {
    for (let point = 0; point < points; point++) {
      if (own[point]! === Infinity) continue;
      sums[point]! += own[point]!;
      counts[point]!++;
    }
  }
  return sums.map((sum, point) => sum / counts[point]!);
}

/** Returns, for each point, the first of its cheapest entries, so that every point is covered. */
function findCheapestEntries({ costs }: ChoiceProblem): Int32Array {
  const points = costs[0]?.length ?? 0;
  const cheapest = new Int32Array(points);
  for (const [entry, own] of costs.entries()) {
    for (let point = 0; point < points; point++) {
      if (own[point]! < costs[cheapest[point]!]![point]!) cheapest[point] = entry;
    }
  }
  return cheapest;
}

function computeLeastCosts({ costs }: Pick<ChoiceProblem, 'costs'>, points = costs[0]?.length ?? 0): Float64Array {
  const least = new Float64Array(points).fill(Infinity);
  for (const own of costs) {
    for (let point = 0; point < points; point++) if (own[point]! < least[point]!) least[point] = own[point]!;
  }
  return least;
}

/** Returns how much `own` saves compared with `others`, or Infinity if `own` gives a point that `others` do not. */
function sumSavings(own: Float64Array, others: Float64Array): number {
  let saved = 0;
  for (let point = 0; point < own.length; point++) {
    if (own[point]! < others[point]!) saved += others[point]! - own[point]!;
  }
  return saved;
}

function assignSkillPoints({ costs }: ChoiceProblem, open: readonly number[]): readonly number[] {
  const recipes: number[] = [];
  for (let point = 0; point < (costs[0]?.length ?? 0); point++) {
    let best = recipes.at(-1) ?? -1;
    for (const recipe of open) {
      if (best < 0 || costs[recipe]![point]! < costs[best]![point]!) best = recipe;
    }
    recipes.push(best);
  }
  return recipes;
}

function computeTotalCost({ costs, fixed }: ChoiceProblem, recipes: readonly number[]): number {
  return (
    recipes.reduce((sum, recipe, point) => sum + costs[recipe]![point]!, 0) +
    [...new Set(recipes)].reduce((sum, recipe) => sum + fixed[recipe]!, 0)
  );
}

/**
 * Finds dominated recipes. A recipe is dominated if another recipe costs no more to learn and no more at any point. Of
 * equal recipes, the first is kept. Compares against the recipes in `likely`, in that order, until the work limit is
 * reached.
 */
function createDominanceTest(field: SearchField, likely: readonly number[]): (recipe: number) => boolean {
  return (recipe) => {
    for (const other of likely) {
      if (isWorkSpent(field)) return false;
      if (isDominatedRecipe(field, other, recipe)) return true;
    }
    return false;
  };
}

function isDominatedRecipe(field: SearchField, at: number, recipe: number): boolean {
  const [from, to] = field.spans[recipe]!;
  field.work++;
  if (at === recipe || field.fixed[at]! > field.fixed[recipe]!) return false;
  const [other, own] = [field.costs[at]!, field.costs[recipe]!];
  for (let point = from; point < to; point++) {
    if (other[point]! <= own[point]!) continue;
    field.work += point - from;
    return false;
  }
  field.work += 2 * field.points;
  const equal = field.fixed[at] === field.fixed[recipe] && own.every((cost, point) => cost === other[point]);
  return !equal || at < recipe;
}
