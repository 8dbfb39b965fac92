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
 * Settles every recipe that can be settled without a search. If a recipe does not pay off in addition to the open
 * recipes, it never will, because more recipes only lower its gain. If it pays off in addition to all remaining
 * recipes, it always will. If the work limit is reached, the remaining recipes stay undecided.
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
