import { ITEM_CLASS } from './vocabulary.ts';

/**
 * Lists the properties that items of a class can have: cloth has no damage, a weapon no bag slots, a quest item no
 * armour. A card shows a property, or says that it is unknown, only if the item's class can have it.
 */

const { consumable, container, weapon, armour, reagent, projectile, tradeGoods, recipe, quiver, quest, key, other } =
  ITEM_CLASS;

const WEARABLE = [weapon, armour];

/** The item classes that can have each property. Properties that are not listed here can occur on any item. */
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

/** Whether an item of this class can have the property. True if the class is null or unknown to this release. */
export function mayHave(classId: number | null, figure: Figure): boolean {
  const classIds: readonly number[] = HAD_BY[figure];
  return classId === null || classIds.includes(classId) || !CLASSES.has(classId);
}

/** All classes that this release knows. */
const CLASSES: ReadonlySet<number> = new Set(Object.values(ITEM_CLASS));
