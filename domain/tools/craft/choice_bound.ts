import { EPSILON, type Field, fixedOf, isLeft, isSpent, type State } from './choice_field.ts';

/** Returns the recipes that give each point, cheapest first. Computed once for all bounds of a search. */
function offersOf(field: Field): readonly (readonly number[])[] {
  field.offers ??= Array.from({ length: field.points }, (_, point) => {
    const costs = field.costs.map((own) => own[point]!);
    return [...costs.keys()].filter((recipe) => costs[recipe]! < Infinity).sort((a, b) => costs[a]! - costs[b]!);
  });
  return field.offers;
}

export interface Bound {
  /** A lower bound for the cost of every choice that the state allows. */
  readonly least: number;
  /** For each recipe, the minimum extra cost of a choice that uses the recipe. */
  readonly slack: Float64Array;
}

/**
 * Returns a lower bound for the cost of choices that the state allows, by dual ascent: raises the price of each point
 * until some recipe is fully paid for. A recipe is fully paid for when the amounts by which the prices exceed its own
 * costs, summed over all points, reach the cost to learn it. The bound is valid even if the ascent stops early.
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

/** Returns the recipes whose lesson is fully paid for by the bound. They make a good first choice. */
export function tightIn(state: readonly State[], { slack }: Bound): readonly boolean[] {
  return state.map((own, recipe) => own === 'open' || (own === 'undecided' && slack[recipe]! <= EPSILON));
}
