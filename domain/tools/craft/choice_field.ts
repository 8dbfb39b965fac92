/**
 * One of several recipes for each of several points, at the least total cost: what each point costs with its recipe, and
 * once for each recipe that is used at all what it costs to learn.
 */
export interface ChoiceAsked {
  /** By recipe, then by point; Infinity where the recipe gives no point. Every point has a recipe. */
  readonly costs: readonly Float64Array[];
  /** By recipe: paid once. */
  readonly fixed: readonly number[];
}

/** Copper is whole; sums of fractions differ in their last digits. */
export const EPSILON = 1e-6;

/** What is settled of a recipe. */
export type State = 'open' | 'closed' | 'undecided';

/** A choice to search for, and the work that is done for it. */
export interface Field extends ChoiceAsked {
  readonly points: number;
  /** By recipe: the points that it gives, from the first to the last. Elsewhere it is never the cheapest. */
  readonly spans: readonly Span[];
  workMax: number;
  work: number;
  offers?: readonly (readonly number[])[];
}

export type Span = readonly [from: number, to: number];

export function isSpent({ work, workMax }: Field): boolean {
  return work > workMax;
}

/** `workMax`: the cells that may be looked at. */
export function fieldOf({ costs, fixed }: ChoiceAsked, workMax: number): Field {
  return {
    ...{ costs, fixed, points: costs[0]?.length ?? 0, spans: costs.map(spanOf) },
    ...{ work: 0, workMax },
  };
}

function spanOf(own: Float64Array): Span {
  let [from, to] = [0, own.length];
  while (from < to && own[from] === Infinity) from++;
  while (from < to && own[to - 1] === Infinity) to--;
  return [from, to];
}

/** The cheapest and second cheapest recipe of each point among some. */
export interface Cheapest {
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly recipe: Int32Array;
}

export function cheapestOf(field: Field, state: readonly State[], among: (state: State) => boolean): Cheapest {
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

/** What each recipe would save beside those: Infinity where it gives a point that none of them gives. */
export function gainBeside(field: Field, { first }: Cheapest, recipe: number): number {
  const own = field.costs[recipe]!;
  const [from, to] = field.spans[recipe]!;
  let gain = 0;
  field.work += field.points;
  for (let point = from; point < to; point++) {
    if (own[point]! < first[point]!) gain += first[point]! - own[point]!;
  }
  return gain;
}

/** What each recipe saves at the points where it is the cheapest of those, against the second cheapest. */
export function lossesWithout(field: Field, { first, second, recipe }: Cheapest): Float64Array {
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
