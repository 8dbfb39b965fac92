/**
 * Our names for the client's item classes, keyed by class id: the singular, spelt as in the client's slugs, and the
 * plural.
 */
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

/** Returns our name for a class that the build does not name, or the class's number if we have no name for it. */
export function fallbackClassName(classId: number): string {
  return WORDS.get(classId)?.[0] ?? `Class ${classId}`;
}

/** Returns our plural name for a class, or null if we have none. */
export function pluralClassName(classId: number): string | null {
  return WORDS.get(classId)?.[1] ?? null;
}
