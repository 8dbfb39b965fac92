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
 * Settles what can be settled: a recipe that does not pay beside those that are open never will, since others only lower
 * its gain; one that pays beside all that are left always does. Once the work is spent, the rest stays undecided.
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

/** Which recipes no cheapest choice uses, as far as the work allows to tell. */
export function uselessIn(field: Field): (recipe: number) => boolean {
  const state = reduced(
    field,
    field.costs.map((): State => 'undecided'),
  );
  return (recipe) => state[recipe] === 'closed';
}
