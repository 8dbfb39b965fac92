import {
  cheapestOf,
  type Field,
  gainBeside,
  isLeft,
  isOpen,
  isSpent,
  lossesWithout,
  type State,
} from './choice_field.ts';

/**
 * Settles what can be settled without a search. A recipe that does not pay beside the open ones never will, since
 * further recipes only lower its gain. One that pays beside all remaining recipes always does. If the work runs out,
 * the rest stays undecided.
 */
export function reduced(field: Field, given: readonly State[]): readonly State[] {
  const state = [...given];
  for (let changed = true; changed && !isSpent(field); ) {
    changed = false;
    const open = cheapestOf(field, state, isOpen);
    for (const [recipe, own] of state.entries()) {
      if (own !== 'undecided' || gainBeside(field, open, recipe) > field.fixed[recipe]!) continue;
      state[recipe] = 'closed';
      changed = true;
    }
    const losses = lossesWithout(field, cheapestOf(field, state, isLeft));
    for (const [recipe, own] of state.entries()) {
      if (own !== 'undecided' || !(losses[recipe]! > 0 && losses[recipe]! >= field.fixed[recipe]!)) continue;
      state[recipe] = 'open';
      changed = true;
    }
  }
  return state;
}

/** Finds the recipes that no cheapest choice uses, as far as the work limit allows. */
export function uselessIn(field: Field): (recipe: number) => boolean {
  const state = reduced(
    field,
    field.costs.map((): State => 'undecided'),
  );
  return (recipe) => state[recipe] === 'closed';
}
