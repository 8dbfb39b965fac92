import { type Field, isSpent } from './choice_field.ts';

/**
 * Which recipes another one makes needless: it costs no more to learn and no more at any point; of equal ones the first
 * stays. Those that are likely to are tried first; once the work is spent, no further one is.
 */
export const dominatedIn = (field: Field, likely: readonly number[]): ((recipe: number) => boolean) => {
  const spans = field.costs.map(spanOf);
  return (recipe) => {
    for (const other of likely) {
      if (isSpent(field)) return false;
      if (dominates(field, other, recipe, spans[recipe]!)) return true;
    }
    return false;
  };
};

/** The points that a recipe gives, from the first to the last. */
const spanOf = (own: Float64Array): readonly [from: number, to: number] => {
  let [from, to] = [0, own.length];
  while (from < to && own[from] === Infinity) from++;
  while (from < to && own[to - 1] === Infinity) to--;
  return [from, to];
};

const dominates = (field: Field, at: number, recipe: number, [from, to]: readonly [number, number]): boolean => {
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
};
