import { ITEM_CLASS } from './vocabulary.ts';

/**
 * Which figures an item of a class can have: cloth has no damage, a weapon no bag slots, a quest item no armour. Cards show
 * and miss a figure on those alone.
 */

const { consumable, container, weapon, armour, reagent, projectile, tradeGoods, recipe, quiver, quest, key, other } =
  ITEM_CLASS;

const WEARABLE = [weapon, armour];

/** Which classes of items have a figure; what is not named here any item may have. */
const HAD_BY = {
  damage: [weapon, projectile],
  armour: WEARABLE,
  bagSlots: [container, quiver],
  stats: WEARABLE,
  resistances: WEARABLE,
  durability: WEARABLE,
  set: WEARABLE,
  slot: [...WEARABLE, container, quiver, projectile],
  requiredLevel: [...WEARABLE, consumable, container, projectile, recipe, quiver, other],
  requiredSkill: [...WEARABLE, consumable, recipe, other],
  classes: [...WEARABLE, consumable, recipe, quest, other],
  startsQuest: [...WEARABLE, consumable, recipe, quest, key, other],
  sellPrice: [...WEARABLE, consumable, container, reagent, projectile, tradeGoods, recipe, quiver, other],
} as const satisfies Readonly<Record<string, readonly number[]>>;

export type Figure = keyof typeof HAD_BY;

/** Whether items of a class have such a figure; so may any whose class is not given. */
export function mayHave(classId: number | null, figure: Figure): boolean {
  const classIds: readonly number[] = HAD_BY[figure];
  return classId === null || classIds.includes(classId) || !CLASSES.has(classId);
}

/** Of classes that this release does not know, nothing is ruled out. */
const CLASSES: ReadonlySet<number> = new Set(Object.values(ITEM_CLASS));
