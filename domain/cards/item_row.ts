import type { GameItem, ItemDamage } from '../ports/build.ts';
import { counted } from '../values/phrases.ts';
import { type CardLine, type EntityName, fileLine, NOT_GIVEN, observedLine } from './card.ts';
import { mayHave } from './item_kinds.ts';
import { BINDINGS, ITEM_CLASS, SCHOOLS, SLOTS, STATS } from './vocabulary.ts';
import { moneyText } from './words.ts';

/** An item's row in the game's files, with names for the ids it contains. */
export interface ItemRow {
  readonly item: GameItem;
  /** Null if the class or subclass has no row or no name. */
  readonly className: string | null;
  readonly subclassName: string | null;
  /** Null if the item belongs to no set or the set has no row. */
  readonly set: { readonly name: string; readonly pieces: number } | null;
  /** Null if the item requires no skill or the skill has no name. */
  readonly skillName: string | null;
  /** Names of the only classes that can use the item, null for a class without a name. Empty if all can use it. */
  readonly classNames: readonly (string | null)[];
  /** The quest that the item starts, or null if it starts none or that is unknown. */
  readonly startsQuest: EntityName | null;
}

/**
 * Returns an item's lines from the game's files, in the order in which the game shows them. An item level that players
 * agree on replaces the level from the files. A value of 0 has no line. `[?]` marks a missing part of a line; values
 * that are missing completely are listed at the end of the card (item_gaps.ts).
 */
export function itemRowLines(row: ItemRow | null, agreedLevel: number | null): readonly CardLine[] {
  return [
    ...(agreedLevel === null ? [] : [observedLine(`Item level ${agreedLevel}`)]),
    ...(row === null ? [] : rowLines(row, agreedLevel === null)),
  ];
}

function rowLines(row: ItemRow, saysLevel: boolean): readonly CardLine[] {
  const { itemLevel, requiredLevel, sellPriceCopper, card } = row.item;
  return [
    ...(saysLevel ? known(itemLevel, (level) => (level === 0 ? null : `Item level ${level}`)) : []),
    ...known(card.binding, bindingText),
    ...known(card.unique, uniqueText),
    ...kind(row),
    ...(mayHave(row.item.classId, 'damage') ? damage(row) : []),
    ...(mayHave(row.item.classId, 'armour') ? known(card.armour, armourText) : []),
    ...(mayHave(row.item.classId, 'bagSlots')
      ? known(card.bagSlots, (slots) => (slots === 0 ? null : `${slots} slot bag`))
      : []),
    ...(card.stats ?? []).map(({ statId, amount }) => fileLine(statText(statId, amount))),
    ...(card.resistances ?? []).map(({ school, amount }) => fileLine(resistanceText(school, amount))),
    ...known(card.durability, (points) => (points === 0 ? null : `Durability ${points}`)),
    ...classes(row),
    ...known(requiredLevel, (level) => (level === 0 ? null : `Requires level ${level}`)),
    ...skill(row),
    ...(row.set === null ? [] : [fileLine(`Set: ${row.set.name} (${counted(row.set.pieces, 'item')})`)]),
    ...(row.startsQuest === null ? [] : [fileLine('Starts ', row.startsQuest)]),
    ...known(sellPriceCopper, (copper) => (copper === 0 ? null : `Sell price ${moneyText(copper)}`)),
  ];
}

/** Returns the line for a value, or nothing if the value is missing or `textOf` returns null. */
function known<T>(value: T | null | undefined, textOf: (value: T) => string | null): readonly CardLine[] {
  const text = value === null || value === undefined ? null : textOf(value);
  return text === null ? [] : [fileLine(text)];
}

function bindingText(binding: number): string | null {
  return binding === 0 ? null : (BINDINGS.get(binding) ?? null);
}

/** Returns `Unique (20)`, or just `Unique` if a player can hold only one. */
function uniqueText(held: number | boolean): string | null {
  const most = Number(held);
  return most <= 0 ? null : most === 1 ? 'Unique' : `Unique (${most})`;
}

function armourText(points: number): string | null {
  return points === 0 ? null : `${points} Armour`;
}

const WEARABLE: readonly number[] = [ITEM_CLASS.weapon, ITEM_CLASS.armour];

/** Returns a line with slot and type: `Main Hand · Sword`, `Trade Goods · Cloth`. */
function kind(row: ItemRow): readonly CardLine[] {
  const { inventoryType } = row.item;
  const slot = inventoryType === null ? null : (SLOTS.get(inventoryType) ?? null);
  const words = [slot, ...typeNames(row)].filter((word) => word !== null);
  return words.length === 0 ? [] : [fileLine([...new Set(words)].join(' · '))];
}

/** Returns the names of the class and subclass as the game shows them, with null for one that has no name. */
export function typeNames({ item, className, subclassName }: ItemRow): readonly (string | null)[] {
  const { classId, subclassId } = item;
  // Weapons and armour show only their subclass. Rings and similar items (armour, subclass 0) show neither.
  if (classId === null || (classId === ITEM_CLASS.armour && subclassId === 0)) return [];
  return WEARABLE.includes(classId) ? [subclassName] : [className, subclassName];
}

function damage(row: ItemRow): readonly CardLine[] {
  const { damage: hits, delayMs } = row.item.card;
  const [first, ...others] = hits ?? [];
  if (hits === null || first === undefined) return [];
  const speed = delayMs === null ? `Speed ${NOT_GIVEN}` : delayMs === 0 ? null : `Speed ${(delayMs / 1000).toFixed(2)}`;
  return [
    fileLine([damageText(first), speed].filter((text) => text !== null).join(' · ')),
    ...others.map((hit) => fileLine(`+ ${damageText(hit)}`)),
    ...(delayMs === null || delayMs <= 0 ? [] : [fileLine(perSecondText(hits, delayMs))]),
  ];
}

export function damageText({ min, max, school }: ItemDamage): string {
  const [least, most] = [Math.round(min), Math.round(max)];
  const range = least === most ? `${least}` : `${least} - ${most}`;
  return [range, SCHOOLS[school] ?? '', 'Damage'].filter((word) => word !== '').join(' ');
}

export function perSecondText(hits: readonly ItemDamage[], delayMs: number): string {
  const average = hits.reduce((sum, { min, max }) => sum + (min + max) / 2, 0);
  return `(${((average * 1000) / delayMs).toFixed(1)} damage per second)`;
}

function signed(amount: number): string {
  return amount < 0 ? `${amount}` : `+${amount}`;
}

export function statText(statId: number, amount: number): string {
  return `${signed(amount)} ${STATS.get(statId) ?? `to stat ${statId}`}`;
}

export function resistanceText(school: number, amount: number): string {
  return `${signed(amount)} ${SCHOOLS[school] ?? `School ${school}`} Resistance`;
}

function classes({ classNames }: ItemRow): readonly CardLine[] {
  return classNames.length === 0
    ? []
    : [fileLine(`Classes: ${classNames.map((name) => name ?? NOT_GIVEN).join(', ')}`)];
}

function skill({ item, skillName }: ItemRow): readonly CardLine[] {
  const { requiredSkillId, requiredSkill: rank } = item.card;
  if ((requiredSkillId ?? 0) === 0) return [];
  const needed = rank === 0 ? '' : ` (${rank ?? NOT_GIVEN})`;
  return [fileLine(`Requires ${skillName ?? NOT_GIVEN}${needed}`)];
}
