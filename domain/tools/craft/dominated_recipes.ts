import { type Field, isSpent } from './choice_field.ts';

/**
 * Finds recipes that another recipe dominates, which costs no more to learn and no more at any point. Of equal recipes,
 * the first is kept. Tries the recipes in `likely` as dominating recipes, in that order, until the work limit is
 * reached.
 */
export function dominatedIn(field: Field, likely: readonly number[]): (recipe: number) => boolean {
  return (recipe) => {
    for (const other of likely) {
      if (isSpent(field)) return false;
      if (dominates(field, other, recipe)) return true;
    }
    return false;
  };
}

function dominates(field: Field, at: number, recipe: number): boolean {
  const [from, to] = field.spans[recipe]!;
  field.work++;
  if (at === recipe || field.fixed[at]! > field.fixed[recipe]!) return false;
  const [other, own] = [field.costs[at]!, field.costs[recipe]!];
  for (let point = from; point < to; point++) {
    if (other[point]! <= own[point]!) continue;
    field.work += point - from;
    return false;
  }
  field.work += 2 * field.points;
  const equal = field.fixed[at] === field.fixed[recipe] && own.every((cost, point) => cost === other[point]);
  return !equal || at < recipe;
}
