import { type ChoiceAsked, fieldOf, sumOf } from './choice_field.ts';
import { uselessIn } from './choice_reduced.ts';
import { searched } from './choice_search.ts';
import { dominatedIn } from './dominated_recipes.ts';

export type { ChoiceAsked };

export interface Choice {
  /** By point: the recipe. Of equally cheap ones that of the point before, else the first. */
  readonly recipes: readonly number[];
  readonly total: number;
  /** No choice costs less. Equal to `total` where the search could be finished. */
  readonly atLeast: number;
}

/**
 * Cells that are looked at, at most, in each part of the work; a million of them are some milliseconds. Three hundred
 * recipes in each other's way take half of what the search may.
 */
export interface WorkBounds {
  /** Holding every recipe against every other. */
  readonly dominated: number;
  /** Settling what always or never pays; the same again for the first bound and choice. */
  readonly root: number;
  readonly search: number;
}

const WORK: WorkBounds = { dominated: 4_000_000, root: 4_000_000, search: 1_000_000 };

/** Recipes with a lesson to pay that the search is given, at most. */
const PAID_MAX = 300;

/**
 * The cheapest choice. Recipes whose gain never pays or always pays are settled first, which settles nearly all; the
 * rest is tried in halves (with and without a recipe), leaving out halves that cannot be cheaper than what is in hand.
 * Where that would take too long, the best choice found stands, with a bound on what a better one could save. Everything
 * but a few looks at each recipe is within the bounds of work, however many recipes there are.
 */
export function cheapestChoice(asked: ChoiceAsked, work: WorkBounds = WORK): Choice {
  const paying = payingOf(asked);
  const undominated = without(paying, dominatedIn(fieldOf(paying, work.dominated), byWorth(paying)));
  const useful = without(undominated, uselessIn(fieldOf(undominated, work.root)));
  const given = mostSaving(useful);
  const found = searched(fieldOf(given, work.root), work.search);
  const open = given.recipes.flatMap((recipes, at) => (found.state[at] === 'open' ? recipes : []));
  const recipes = assigned(
    asked,
    open.sort((a, b) => a - b),
  );
  const total = totalWith(asked, recipes);
  const whole = given.recipes.length === useful.recipes.length;
  const least = whole ? (found.finished ? total : found.least) : sumOf(leastOf(asked));
  return { recipes, total, atLeast: Math.min(least, total) };
}

/** A choice among entries that stand for recipes. */
interface Entries extends ChoiceAsked {
  readonly recipes: readonly (readonly number[])[];
}

/**
 * Recipes without a lesson to pay are one entry, the first, at each point the cheapest of them. Of the others those are
 * left that can save more than their lesson beside it.
 */
function payingOf({ costs, fixed }: ChoiceAsked): Entries {
  const free = [...costs.keys()].filter((recipe) => fixed[recipe] === 0);
  const least = leastOf({ costs: free.map((recipe) => costs[recipe]!) }, costs[0]?.length ?? 0);
  const paid = [...costs.keys()].filter(
    (recipe) => fixed[recipe]! > 0 && savedBeside(costs[recipe]!, least) > fixed[recipe]!,
  );
  const none = free.length === 0;
  return {
    costs: [...(none ? [] : [least]), ...paid.map((recipe) => costs[recipe]!)],
    fixed: [...(none ? [] : [0]), ...paid.map((recipe) => fixed[recipe]!)],
    recipes: [...(none ? [] : [free]), ...paid.map((recipe) => [recipe])],
  };
}

function without({ costs, fixed, recipes }: Entries, left: (entry: number) => boolean): Entries {
  const kept = [...costs.keys()].filter((entry) => !left(entry));
  return {
    costs: kept.map((entry) => costs[entry]!),
    fixed: kept.map((entry) => fixed[entry]!),
    recipes: kept.map((entry) => recipes[entry]!),
  };
}

/** Of very many entries the ones that save most against what others cost on average, and the cheapest of each point. */
function mostSaving(entries: Entries): Entries {
  if (entries.costs.length <= PAID_MAX) return entries;
  const kept = new Set([...byWorth(entries).slice(0, PAID_MAX), ...cheapestEach(entries)]);
  return without(entries, (entry) => !kept.has(entry));
}

/** The entries by what they save against what others cost on average, less what they cost to learn; the most first. */
function byWorth(entries: ChoiceAsked): readonly number[] {
  const usual = usualOf(entries);
  const worth = entries.costs.map((own, entry) => savedBeside(own, usual) - entries.fixed[entry]!);
  return [...worth.keys()].sort((a, b) => worth[b]! - worth[a]! || a - b);
}

/** What each point costs on average with those that give it. */
function usualOf({ costs }: ChoiceAsked): Float64Array {
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

/** By point the first of the cheapest entries, so that every point has one. */
function cheapestEach({ costs }: ChoiceAsked): Int32Array {
  const points = costs[0]?.length ?? 0;
  const cheapest = new Int32Array(points);
  for (const [entry, own] of costs.entries()) {
    for (let point = 0; point < points; point++) {
      if (own[point]! < costs[cheapest[point]!]![point]!) cheapest[point] = entry;
    }
  }
  return cheapest;
}

/** What each point costs with the cheapest of all recipes. */
function leastOf({ costs }: Pick<ChoiceAsked, 'costs'>, points = costs[0]?.length ?? 0): Float64Array {
  const least = new Float64Array(points).fill(Infinity);
  for (const own of costs) {
    for (let point = 0; point < points; point++) if (own[point]! < least[point]!) least[point] = own[point]!;
  }
  return least;
}

/** Infinity where it gives a point that the others do not give. */
function savedBeside(own: Float64Array, others: Float64Array): number {
  let saved = 0;
  for (let point = 0; point < own.length; point++) {
    if (own[point]! < others[point]!) saved += others[point]! - own[point]!;
  }
  return saved;
}

function assigned({ costs }: ChoiceAsked, open: readonly number[]): readonly number[] {
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

function totalWith({ costs, fixed }: ChoiceAsked, recipes: readonly number[]): number {
  return (
    recipes.reduce((sum, recipe, point) => sum + costs[recipe]![point]!, 0) +
    [...new Set(recipes)].reduce((sum, recipe) => sum + fixed[recipe]!, 0)
  );
}
