import type { ItemCard, ItemDamage } from '../ports/build.ts';
import type { ItemTables } from './item_tables.ts';
import type { PackedTable } from './packed_table.ts';

/** Returns null for a negative number, which means "none" in columns whose values cannot be negative. */
export function nullIfNegative(value: number | null): number | null {
  return value !== null && value >= 0 ? value : null;
}

/** Returns the value of a column that both tables have. In some builds, the column is 0 in one of them. */
export function readEitherInteger(a: PackedTable, b: PackedTable, id: number, column: string): number | null {
  return a.integer(id, column) || (b.integer(id, column) ?? a.integer(id, column));
}

export function readItemCard(itemId: number, { item, sparse }: ItemTables): ItemCard {
  const resistances = pickNonEmptyList(sparse.list(itemId, 'Resistances'), item.list(itemId, 'Resistances'));
  return {
    binding: nullIfNegative(sparse.integer(itemId, 'Bonding')),
    unique: sparse.integer(itemId, 'MaxCount'),
    armour: resistances === null ? null : (resistances[0] ?? 0),
    damage: pickNonEmptyList(readDamage(sparse, itemId), readDamage(item, itemId)),
    delayMs: nullIfNegative(sparse.integer(itemId, 'ItemDelay')),
    stats: readStats(sparse, itemId),
    resistances:
      resistances
        ?.slice(0, SCHOOL_COUNT)
        .map((amount, school) => ({ school, amount }))
        .filter(({ school, amount }) => school > 0 && amount !== 0) ?? null,
    durability: nullIfNegative(readEitherInteger(sparse, item, itemId, 'MaxDurability')),
    bagSlots: nullIfNegative(sparse.integer(itemId, 'ContainerSlots')),
    startsQuestId: nullIfNegative(sparse.integer(itemId, 'StartQuestID')),
    requiredSkillId: nullIfNegative(sparse.integer(itemId, 'RequiredSkill')),
    requiredSkill: nullIfNegative(sparse.integer(itemId, 'RequiredSkillRank')),
    allowableClass: sparse.integer(itemId, 'AllowableClass'),
  };
}

/**
 * Whether a player can have an item only once, so that it stops dropping for those who have it: unique items and those
 * that start a quest (contract, section 3, Drops).
 */
export function isUniqueQuestStarter({ unique, startsQuestId }: Pick<ItemCard, 'unique' | 'startsQuestId'>): boolean {
  return Number(unique) === 1 || Number(startsQuestId) > 0;
}

/** Number of entries in `Resistances`: armour, then holy, fire, nature, frost, shadow and arcane. */
const SCHOOL_COUNT = 7;

/** Returns the first non-empty list. If neither list has entries, returns an empty list, or null if both are null. */
function pickNonEmptyList<T>(a: readonly T[] | null, b: readonly T[] | null): readonly T[] | null {
  return a !== null && a.length > 0 ? a : (b ?? a);
}

function readDamage(table: PackedTable, id: number): readonly ItemDamage[] | null {
  const [min, max, school] = [table.list(id, 'MinDamage'), table.list(id, 'MaxDamage'), table.list(id, 'DamageType')];
  if (min === null || max === null || school === null) return null;
  return max
    .map((most, i) => ({ min: min[i] ?? 0, max: most, school: school[i] ?? 0 }))
    .filter((damage) => damage.max > 0);
}

function readStats(table: PackedTable, id: number): ItemCard['stats'] {
  const [ids, amounts] = [table.list(id, 'StatModifier_bonusStat'), table.list(id, 'StatModifier_bonusAmount')];
  if (ids === null || amounts === null) return null;
  // Stat 0 is mana; -1 means no stat.
  return amounts
    .map((amount, i) => ({ statId: ids[i] ?? 0, amount }))
    .filter(({ statId, amount }) => statId >= 0 && amount !== 0);
}
