import type { ItemCard, ItemDamage } from '../ports/build.ts';
import type { ItemTables } from './item_tables.ts';
import type { PackedTable } from './packed_table.ts';

/** A number that cannot be below 0; what is says nothing. */
export function count(value: number | null): number | null {
  return value !== null && value >= 0 ? value : null;
}

/** What either table says: builds differ in which of two has the value and which a 0. */
export function either(a: PackedTable, b: PackedTable, id: number, column: string): number | null {
  return a.integer(id, column) || (b.integer(id, column) ?? a.integer(id, column));
}

/** What players read on an item, from its rows in `Item` and `ItemSparse`. */
export function cardOf(itemId: number, { item, sparse }: ItemTables): ItemCard {
  const resistances = fuller(sparse.list(itemId, 'Resistances'), item.list(itemId, 'Resistances'));
  return {
    binding: count(sparse.integer(itemId, 'Bonding')),
    unique: sparse.integer(itemId, 'MaxCount'),
    armour: resistances === null ? null : (resistances[0] ?? 0),
    damage: fuller(damageOf(sparse, itemId), damageOf(item, itemId)),
    delayMs: count(sparse.integer(itemId, 'ItemDelay')),
    stats: statsOf(sparse, itemId),
    resistances:
      resistances
        ?.slice(0, SCHOOLS)
        .map((amount, school) => ({ school, amount }))
        .filter(({ school, amount }) => school > 0 && amount !== 0) ?? null,
    durability: count(either(sparse, item, itemId, 'MaxDurability')),
    bagSlots: count(sparse.integer(itemId, 'ContainerSlots')),
    startsQuestId: count(sparse.integer(itemId, 'StartQuestID')),
    requiredSkillId: count(sparse.integer(itemId, 'RequiredSkill')),
    requiredSkill: count(sparse.integer(itemId, 'RequiredSkillRank')),
    allowableClass: sparse.integer(itemId, 'AllowableClass'),
  };
}

/** Armour, then holy, fire, nature, frost, shadow and arcane. */
const SCHOOLS = 7;

/** The list that says something, else the one that is there. */
function fuller<T>(a: readonly T[] | null, b: readonly T[] | null): readonly T[] | null {
  return a !== null && a.length > 0 ? a : (b ?? a);
}

function damageOf(table: PackedTable, id: number): readonly ItemDamage[] | null {
  const [min, max, school] = [table.list(id, 'MinDamage'), table.list(id, 'MaxDamage'), table.list(id, 'DamageType')];
  if (min === null || max === null || school === null) return null;
  return max
    .map((most, i) => ({ min: min[i] ?? 0, max: most, school: school[i] ?? 0 }))
    .filter((damage) => damage.max > 0);
}

function statsOf(table: PackedTable, id: number): ItemCard['stats'] {
  const [ids, amounts] = [table.list(id, 'StatModifier_bonusStat'), table.list(id, 'StatModifier_bonusAmount')];
  if (ids === null || amounts === null) return null;
  // Stat 0 is a stat (mana), -1 is none.
  return amounts
    .map((amount, i) => ({ statId: ids[i] ?? 0, amount }))
    .filter(({ statId, amount }) => statId >= 0 && amount !== 0);
}
