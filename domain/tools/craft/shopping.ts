import type { PathStep } from './skill_path.ts';

/** The amount of one reagent that a whole route needs. */
export interface ShoppingRow {
  readonly itemId: number;
  /** The amount that all crafts use up. Crafts are rounded up per step. */
  readonly needed: number;
  /** The part of `needed` that earlier steps make. */
  readonly made: number;
  /** The part of `needed` that has to be bought. */
  readonly buy: number;
}

/**
 * Rounds a number of crafts up to a whole number. The tolerance allows for sums of fractions that end up slightly above
 * a whole number.
 */
export function wholeCrafts(crafts: number): number {
  return Math.ceil(crafts - 1e-9);
}

/**
 * Lists everything that the steps use up, in order of first use. Crafts are rounded up per step. Products of earlier
 * steps are used before anything is bought.
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
