/**
 * The problem: choose one of several recipes for each of several points at the least total cost. The total is the cost
 * of each point with its recipe, plus, once for each recipe that is used, the cost to learn it.
 */
export interface ChoiceAsked {
  /**
   * Cost by recipe, then by point. Infinity if the recipe does not give the point. Every point has at least one recipe.
   */
  readonly costs: readonly Float64Array[];
  /** Cost to learn each recipe, paid once. */
  readonly fixed: readonly number[];
}

/** Copper amounts are whole numbers; smaller differences come from summing fractions. */
export const EPSILON = 1e-6;

/** Decision about a recipe so far. */
export type State = 'open' | 'closed' | 'undecided';

/** A problem with the work spent on it so far. */
export interface Field extends ChoiceAsked {
  readonly points: number;
  /** For each recipe, the range of points that it gives. It is never the cheapest outside of it. */
  readonly spans: readonly Span[];
  workMax: number;
  work: number;
  offers?: readonly (readonly number[])[];
}

export type Span = readonly [from: number, to: number];

export function isSpent({ work, workMax }: Field): boolean {
  return work > workMax;
}

/** `workMax` is the number of cells that may be visited. */
export function fieldOf({ costs, fixed }: ChoiceAsked, workMax: number): Field {
  return {
    costs,
    fixed,
    points: costs[0]?.length ?? 0,
    spans: costs.map(spanOf),
    work: 0,
    workMax,
  };
}

function spanOf(own: Float64Array): Span {
  let [from, to] = [0, own.length];
  while (from < to && own[from] === Infinity) from++;
  while (from < to && own[to - 1] === Infinity) to--;
  return [from, to];
}

/** The cost of the cheapest and second cheapest recipe of each point among a set, and the cheapest recipe. */
export interface CheapestPair {
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly recipe: Int32Array;
}

export function cheapestOf(field: Field, state: readonly State[], among: (state: State) => boolean): CheapestPair {
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

export function isOpen(state: State): boolean {
  return state === 'open';
}
export function isLeft(state: State): boolean {
  return state !== 'closed';
}

/** The saving that a recipe adds to that set. Infinity if it gives a point that no recipe of the set gives. */
export function gainBeside(field: Field, { first }: CheapestPair, recipe: number): number {
  const own = field.costs[recipe]!;
  const [from, to] = field.spans[recipe]!;
  let gain = 0;
  field.work += field.points;
  for (let point = from; point < to; point++) {
    if (own[point]! < first[point]!) gain += first[point]! - own[point]!;
  }
  return gain;
}

/** The saving of each recipe at the points where it is the cheapest of the set, compared with the second cheapest. */
export function lossesWithout(field: Field, { first, second, recipe }: CheapestPair): Float64Array {
  const losses = new Float64Array(field.costs.length);
  for (let point = 0; point < field.points; point++) {
    const at = recipe[point]!;
    if (at >= 0) losses[at] = losses[at]! + (second[point]! - first[point]!);
  }
  return losses;
}

export function totalOf(field: Field, state: readonly State[]): number {
  return sumOf(cheapestOf(field, state, isOpen).first) + fixedOf(field, state);
}

export function fixedOf({ fixed }: Field, state: readonly State[]): number {
  return fixed.reduce((sum, cost, recipe) => (state[recipe] === 'open' ? sum + cost : sum), 0);
}

export function sumOf(figures: Float64Array): number {
  return figures.reduce((sum, figure) => sum + figure, 0);
}
