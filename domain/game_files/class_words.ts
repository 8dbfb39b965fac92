/** Our words for the client's item classes, by its id of them: for one thing, spelt as in the client's slugs, and for many. */
const WORDS: ReadonlyMap<number, readonly [one: string, many: string]> = new Map([
  [0, ['Consumable', 'Consumables']],
  [1, ['Container', 'Containers']],
  [2, ['Weapon', 'Weapons']],
  [3, ['Gem', 'Gems']],
  [4, ['Armor', 'Armour']],
  [5, ['Reagent', 'Reagents']],
  [6, ['Projectile', 'Projectiles']],
  [7, ['Trade Goods', 'Trade goods']],
  [9, ['Recipe', 'Recipes']],
  [11, ['Quiver', 'Quivers']],
  [12, ['Quest', 'Quest items']],
  [13, ['Key', 'Keys']],
  [15, ['Miscellaneous', 'Miscellaneous']],
  [16, ['Glyph', 'Glyphs']],
]);

/** The name of a class that the build does not name: our word for it, else its number. */
export function unnamedClass(classId: number): string {
  return WORDS.get(classId)?.[0] ?? `Class ${classId}`;
}

/** Our word for many things of a class; null where we have none. */
export function manyOfClass(classId: number): string | null {
  return WORDS.get(classId)?.[1] ?? null;
}
