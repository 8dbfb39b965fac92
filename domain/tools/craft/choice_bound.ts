import { EPSILON, type Field, fixedOf, isLeft, isSpent, type State } from './choice_field.ts';

/** The recipes that give each point, cheapest first. Computed once for all bounds of a search. */
function offersOf(field: Field): readonly (readonly number[])[] {
  field.offers ??= Array.from({ length: field.points }, (_, point) => {
    const costs = field.costs.map((own) => own[point]!);
    return [...costs.keys()].filter((recipe) => costs[recipe]! < Infinity).sort((a, b) => costs[a]! - costs[b]!);
  });
  return field.offers;
}

export interface Bound {
  /** A lower bound for the cost of every choice within the state. */
  readonly least: number;
  /** For each recipe, the least extra cost of a choice that uses it. */
  readonly slack: Float64Array;
}

/**
 * Returns a lower bound for the cost of choices within a state, by dual ascent: the price of each point is raised
 * until, for some recipe, the excess over the recipe's costs, summed over all points, reaches the cost to learn it. The
 * bound is valid even if the ascent stops early.
 */
export function boundOf(field: Field, state: readonly State[]): Bound {
  const slack = Float64Array.from(field.fixed, (cost, recipe) => (state[recipe] === 'open' ? 0 : cost));
  const offers = offersOf(field).map((own) => own.filter((recipe) => isLeft(state[recipe]!)));
  field.work += field.points * field.costs.length;
  if (offers.some((own) => own.length === 0)) return { least: Infinity, slack };
  const paid = offers.map((own, point) => field.costs[own[0]!]![point]!);
  for (let raised = true; raised && !isSpent(field); ) {
    raised = false;
    for (const [point, own] of offers.entries()) {
      field.work += own.length;
      const pays = paid[point]!;
      let room = Infinity;
      for (const recipe of own) {
        const cost = field.costs[recipe]![point]!;
        room = Math.min(room, cost > pays ? cost - pays : slack[recipe]!);
        if (cost > pays || room <= 0) break;
      }
      if (room <= 0 || room === Infinity) continue;
      for (const recipe of own) {
        if (field.costs[recipe]![point]! > pays) break;
        slack[recipe] = slack[recipe]! - room;
      }
      paid[point] = pays + room;
      // Smaller steps are rounding noise.
      if (room > EPSILON) raised = true;
    }
  }
  return { least: paid.reduce((sum, own) => sum + own, 0) + fixedOf(field, state), slack };
}

/** The recipes whose lesson the bound covers in full, which are a good first choice. */
export function tightIn(state: readonly State[], { slack }: Bound): readonly boolean[] {
  return state.map((own, recipe) => own === 'open' || (own === 'undecided' && slack[recipe]! <= EPSILON));
}
