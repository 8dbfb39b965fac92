import { type CardLine, NOT_GIVEN, observedLine } from './card.ts';
import { type Figure, mayHave } from './item_kinds.ts';
import { type ItemRow, typeNames } from './item_row.ts';

/**
 * Returns the line that names the unknown properties of an item, or nothing if all are known. It is the last line of
 * the card, because readers look for known facts first.
 */
export function gapLines(row: ItemRow | null, isImported: boolean, agreedLevel: number | null): readonly CardLine[] {
  if (row === null) {
    const reason = isImported ? 'the game’s files have no such item' : 'the game’s files have not been imported';
    return [observedLine(`Not known here: ${reason} (slot, stats, requirements, sell price ${NOT_GIVEN})`)];
  }
  const names = gapsOf(row, agreedLevel);
  return names.length === 0 ? [] : [observedLine(`Not in the game’s files: ${names.join(', ')} ${NOT_GIVEN}`)];
}

/** Lists the properties that the game's files do not give, in the order in which the game shows them. */
function gapsOf(row: ItemRow, agreedLevel: number | null): readonly string[] {
  const { item } = row;
  const { card } = item;
  const had = (figure: Figure, value: unknown, name: string) =>
    mayHave(item.classId, figure) ? [[name, value] as const] : [];
  const values: readonly (readonly [name: string, value: unknown])[] = [
    ['item level', agreedLevel ?? item.itemLevel],
    ['binding', card.binding],
    ['how many one can hold', card.unique],
    ...had('slot', item.inventoryType, 'slot'),
    [typeGap(row) ?? 'type', typeGap(row) === null ? item.classId : null],
    ...had('damage', card.damage, 'damage'),
    ...had('armour', card.armour, 'armour'),
    ...had('bagSlots', card.bagSlots, 'bag slots'),
    ...had('stats', card.stats, 'stats'),
    ...had('resistances', card.resistances, 'resistances'),
    ...had('durability', card.durability, 'durability'),
    ...had('classes', card.allowableClass, 'classes'),
    ...had('requiredLevel', item.requiredLevel, 'required level'),
    ...had('requiredSkill', card.requiredSkillId, 'required skill'),
    ...had('set', setOf(row), 'set'),
    ...had('startsQuest', card.startsQuestId, 'quest it starts'),
    ...had('sellPrice', item.sellPriceCopper, 'sell price'),
  ];
  return values.filter(([, value]) => (value ?? null) === null).map(([name]) => name);
}

/** Returns the item's set id, or null if it is unknown or the set has no row. */
function setOf({ item, set }: ItemRow): number | null {
  return item.setId !== null && item.setId > 0 && set === null ? null : item.setId;
}

/** Returns which part of the item's type has no name: the subclass, the whole type, or null if both are known. */
function typeGap(row: ItemRow): 'type' | 'subclass' | null {
  if (row.item.classId === null) return 'type';
  const names = typeNames(row);
  if (names.every((name) => name !== null)) return null;
  return names[0] === null ? 'type' : 'subclass';
}
