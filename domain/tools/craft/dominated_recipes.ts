import { type Field, isSpent } from './choice_field.ts';

/**
 * Which recipes another one makes needless: it costs no more to learn and no more at any point; of equal ones the first
 * stays. Those that are likely to are tried first; once the work is spent, no further one is.
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
