import type { PathStep } from './skill_path.ts';

/** What to have of a reagent for a whole way. */
export interface ShoppingRow {
  readonly itemId: number;
  /** What the crafts use up, rounded up by steps. */
  readonly needed: number;
  /** What earlier steps make of that. */
  readonly made: number;
  /** The rest. */
  readonly buy: number;
}

/** The crafts that a step is planned with. Sums of fractions may lie a hair above a whole number. */
export function wholeCrafts(crafts: number): number {
  return Math.ceil(crafts - 1e-9);
}

/**
 * What the steps of a way use up, each rounded up to whole crafts, in the order in which it is first needed. What one step
 * makes is used up by later ones first.
 */
export function shoppingOf(steps: readonly PathStep[]): readonly ShoppingRow[] {
  const rows = new Map<number, { needed: number; made: number }>();
  const stock = new Map<number, number>();
  for (const { recipe, crafts } of steps) {
    const times = wholeCrafts(crafts);
    for (const { itemId, count } of recipe.reagents?.value ?? []) {
      const row = rows.get(itemId) ?? { needed: 0, made: 0 };
      const [needs, has] = [count * times, stock.get(itemId) ?? 0];
      const used = Math.min(needs, has);
      stock.set(itemId, has - used);
      rows.set(itemId, { needed: row.needed + needs, made: row.made + used });
    }
    if (recipe.makes === null) continue;
    const { value: product } = recipe.makes;
    stock.set(product, (stock.get(product) ?? 0) + times * (recipe.makesMin?.value ?? 1));
  }
  return [...rows].map(([itemId, { needed, made }]) => ({ itemId, needed, made, buy: needed - made }));
}
