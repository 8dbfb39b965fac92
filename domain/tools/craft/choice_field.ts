import { sumNumbers } from '../../values/sum_of.ts';

/**
 * The problem: for each of several points, choose one of several recipes so that the total cost is lowest. The total is
 * the sum of the costs of all points with their recipes, plus the one-time cost to learn each recipe used.
 */
export interface ChoiceProblem {
  /**
   * Costs, indexed by recipe and then by point. Infinity if the recipe does not give the point. At least one recipe
   * gives each point.
   */
  readonly costs: readonly Float64Array[];
  /** Cost to learn each recipe. It is paid once. */
  readonly fixed: readonly number[];
}

/** Copper amounts are whole numbers, so smaller differences are floating-point errors. */
export const COST_TOLERANCE = 1e-6;

/** State of the decision about a recipe. */
export type Choice = 'open' | 'closed' | 'undecided';

/** A problem, and the work spent on it so far. */
export interface SearchField extends ChoiceProblem {
  readonly points: number;
  /** For each recipe, a range of points. Outside this range, the recipe is never the cheapest. */
  readonly spans: readonly PointSpan[];
  workMax: number;
  work: number;
  offers?: readonly (readonly number[])[];
}

type PointSpan = readonly [from: number, to: number];

export function isWorkSpent({ work, workMax }: SearchField): boolean {
  return work > workMax;
}

/** Prepares a problem for the search. `workMax` is the maximum number of cost-matrix cells to visit. */
export function createField({ costs, fixed }: ChoiceProblem, workMax: number): SearchField {
  return {
    costs,
    fixed,
    points: costs[0]?.length ?? 0,
    spans: costs.map(findPointSpan),
    work: 0,
    workMax,
  };
}

function findPointSpan(own: Float64Array): PointSpan {
  let [from, to] = [0, own.length];
  while (from < to && own[from] === Infinity) from++;
  while (from < to && own[to - 1] === Infinity) to--;
  return [from, to];
}

/** For each point, the costs of the cheapest and second cheapest recipe in a set, and which recipe is cheapest. */
interface CheapestPair {
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly recipe: Int32Array;
}

export function findCheapestPair(
  field: SearchField,
  state: readonly Choice[],
  among: (state: Choice) => boolean,
): CheapestPair {
  const first = new Float64Array(field.points).fill(Infinity);
  const second = new Float64Array(field.points).fill(Infinity);
  const recipe = new Int32Array(field.points).fill(-1);
  for (const [at, own] of field.costs.entries()) {
    if (!among(state[at]!)) continue;
    field.work += field.points;
    const [from, to] = field.spans[at]!;
    for (let point = from; point < to; point++) {
      const cost = own[point]!;
      if (cost < first[point]!) {
        second[point] = first[point]!;
        first[point] = cost;
        recipe[point] = at;
      } else if (cost < second[point]!) second[point] = cost;
    }
  }
  return { first, second, recipe };
}

export function isOpenState(state: Choice): boolean {
  return state === 'open';
}
export function isUsableState(state: Choice): boolean {
  return state !== 'closed';
}

/**
 * Returns how much a recipe would save if it were added to the set that the pair describes. Infinity if the recipe
 * gives a point that no recipe in the set gives.
 */
export function computeRecipeGain(field: SearchField, { first }: CheapestPair, recipe: number): number {
  const own = field.costs[recipe]!;
  const [from, to] = field.spans[recipe]!;
  let gain = 0;
  field.work += field.points;
  for (let point = from; point < to; point++) {
    if (own[point]! < first[point]!) gain += first[point]! - own[point]!;
  }
  return gain;
}

/**
 * Returns how much each recipe saves compared with the second cheapest recipe, summed over the points for which the
 * recipe is the cheapest of the set.
 */
export function computeRecipeLosses(field: SearchField, { first, second, recipe }: CheapestPair): Float64Array {
  const losses = new Float64Array(field.costs.length);
  for (let point = 0; point < field.points; point++) {
    const at = recipe[point]!;
    if (at >= 0) losses[at] = losses[at]! + (second[point]! - first[point]!);
  }
  return losses;
}

export function computeChoiceCost(field: SearchField, state: readonly Choice[]): number {
  return sumNumbers(findCheapestPair(field, state, isOpenState).first) + sumFixedCosts(field, state);
}

export function sumFixedCosts({ fixed }: SearchField, state: readonly Choice[]): number {
  return fixed.reduce((sum, cost, recipe) => (state[recipe] === 'open' ? sum + cost : sum), 0);
}
