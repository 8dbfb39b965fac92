import { EPSILON, type Field, fixedOf, isLeft, isSpent, type State } from './choice_field.ts';

/** By point: the recipes that give it, the cheapest first. Found once for all bounds of a search. */
function offersOf(field: Field): readonly (readonly number[])[] {
  field.offers ??= Array.from({ length: field.points }, (_, point) => {
    const costs = field.costs.map((own) => own[point]!);
    return [...costs.keys()].filter((recipe) => costs[recipe]! < Infinity).sort((a, b) => costs[a]! - costs[b]!);
  });
  return field.offers;
}

export interface Bound {
  /** No choice within the state costs less. */
  readonly least: number;
  /** By recipe: a choice that uses it costs at least so much more. */
  readonly slack: Float64Array;
}

/**
 * What choices within a state cost at least: what each point is willing to pay is raised as long as no recipe is paid
 * more than it costs to learn by all points together, beyond what it costs at each (dual ascent). It bounds whenever it
 * ends.
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
      // Less than this cannot add up to anything.
      if (room > EPSILON) raised = true;
    }
  }
  return { least: paid.reduce((sum, own) => sum + own, 0) + fixedOf(field, state), slack };
}

/** The recipes that the bound pays in full: good ones to begin with. */
export function tightIn(state: readonly State[], { slack }: Bound): readonly boolean[] {
  return state.map((own, recipe) => own === 'open' || (own === 'undecided' && slack[recipe]! <= EPSILON));
}
