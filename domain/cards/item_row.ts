import type { GameItem, ItemCard, ItemDamage } from '../ports/build.ts';
import { counted } from '../values/phrases.ts';
import { type CardLine, type EntityName, fileLine, NOT_GIVEN, notGivenLine, observedLine } from './card.ts';
import { BINDINGS, ITEM_CLASS, SCHOOLS, SLOTS, STATS } from './vocabulary.ts';
import { capitalised, moneyText } from './words.ts';

/** What the game's files say of one item, with the names that its numbers stand for. */
export interface ItemRow {
  readonly item: GameItem;
  /** Null: the class or subclass has no row or no name. */
  readonly className: string | null;
  readonly subclassName: string | null;
  /** Null: the item is of no set, or the set has no row. */
  readonly set: { readonly name: string; readonly pieces: number } | null;
  /** Null: it needs no skill, or the skill has no name. */
  readonly skillName: string | null;
  /** The classes that alone may use it, by name, null where one has none; empty: all may. */
  readonly classNames: readonly (string | null)[];
  /** The quest that it starts; null: none, or it is unknown. */
  readonly startsQuest: EntityName | null;
}

/**
 * The lines of an item that come from the game's files, in the order in which the game shows them. A 0 leaves its line
 * out. What the files do not give is `[?]`: in its place where players look for it on most items, else named together on
 * the last line. Figures that only some classes of items have are missed on those alone.
 */
export const itemRowLines = (row: ItemRow | null, agreedLevel: number | null): readonly CardLine[] => {
  const card = row?.item.card ?? null;
  return [
    ...itemLevel(row, agreedLevel),
    ...given(card?.binding, 'Binding', bindingText),
    ...known(card?.unique, uniqueText),
    ...kind(row),
    ...damage(row),
    ...(isMissed(row, WEARABLE) ? given(card?.armour, 'Armour', armourText) : known(card?.armour, armourText)),
    ...known(card?.bagSlots, (slots) => (slots === 0 ? null : `${slots} slot bag`)),
    ...stats(row),
    ...(card?.resistances ?? []).map(({ school, amount }) => fileLine(resistanceText(school, amount))),
    ...known(card?.durability, (points) => (points === 0 ? null : `Durability ${points}`)),
    ...classes(row),
    ...given(row?.item.requiredLevel, 'Requires level', (level) => (level === 0 ? null : `Requires level ${level}`)),
    ...skill(row),
    ...set(row),
    ...(row?.startsQuest == null ? [] : [fileLine('Starts ', row.startsQuest)]),
    ...given(row?.item.sellPriceCopper, 'Sell price', (copper) =>
      copper === 0 ? null : `Sell price ${moneyText(copper)}`,
    ),
    ...missed(row),
  ];
};

type Maybe<T> = T | null | undefined;

/** The line of a value; none where it says nothing or is not given. */
const known = <T>(value: Maybe<T>, textOf: (value: T) => string | null): readonly CardLine[] => {
  const text = value === null || value === undefined ? null : textOf(value);
  return text === null ? [] : [fileLine(text)];
};

/** The same, where a value that is not given is missed. */
const given = <T>(value: Maybe<T>, what: string, textOf: (value: T) => string | null): readonly CardLine[] =>
  value === null || value === undefined ? [notGivenLine(what)] : known(value, textOf);

const WEAPONS: readonly number[] = [ITEM_CLASS.weapon, ITEM_CLASS.projectile];
const WEARABLE: readonly number[] = [ITEM_CLASS.weapon, ITEM_CLASS.armour];
const BAGS: readonly number[] = [ITEM_CLASS.container, ITEM_CLASS.quiver];

/** Whether items of this one's class have such a figure; so may any whose class is not given. */
const isMissed = (row: ItemRow | null, classIds: readonly number[]): boolean => {
  const classId = row?.item.classId ?? null;
  return classId === null || classIds.includes(classId);
};

/** Players report item levels, too; what they agree on goes first. */
const itemLevel = (row: ItemRow | null, agreed: number | null): readonly CardLine[] => {
  const text = (level: number): string | null => (level === 0 ? null : `Item level ${level}`);
  return agreed !== null ? [observedLine(`Item level ${agreed}`)] : given(row?.item.itemLevel, 'Item level', text);
};

const bindingText = (binding: number): string | null => (binding === 0 ? null : (BINDINGS.get(binding) ?? null));

/** `Unique (20)`: of one alone the number is not said. */
const uniqueText = (held: number | boolean): string | null => {
  const most = Number(held);
  return most <= 0 ? null : most === 1 ? 'Unique' : `Unique (${most})`;
};

const armourText = (points: number): string | null => (points === 0 ? null : `${points} Armour`);

/** `Main Hand · Sword`, `Trade Goods · Cloth`: where it is worn, and what it is. */
const kind = (row: ItemRow | null): readonly CardLine[] => {
  const inventoryType = row?.item.inventoryType ?? null;
  if (row === null || (inventoryType === null && row.item.classId === null)) return [notGivenLine('Slot and type')];
  const slot = inventoryType === null ? NOT_GIVEN : (SLOTS.get(inventoryType) ?? null);
  const { className, subclassName } = row;
  const { classId, subclassId } = row.item;
  // A weapon or a piece of armour is called by its subclass alone; rings and the like, armour's subclass 0, by neither.
  if (classId === ITEM_CLASS.armour && subclassId === 0)
    return slot === null ? [] : slot === NOT_GIVEN ? [notGivenLine('Slot')] : [fileLine(slot)];
  const isWorn = classId !== null && WEARABLE.includes(classId);
  const words = isWorn ? [slot, subclassName ?? NOT_GIVEN] : [slot, className ?? NOT_GIVEN, subclassName ?? NOT_GIVEN];
  const text = [...new Set(words.filter((word) => word !== null))].join(' · ');
  return [text === NOT_GIVEN ? notGivenLine(slot === null ? 'Type' : 'Slot and type') : fileLine(text)];
};

const damage = (row: ItemRow | null): readonly CardLine[] => {
  const hits = row?.item.card.damage ?? null;
  if (row === null || hits === null) return isMissed(row, WEAPONS) ? [notGivenLine('Damage')] : [];
  const [first, ...others] = hits;
  if (first === undefined) return [];
  const { delayMs } = row.item.card;
  const speed = delayMs === null ? `Speed ${NOT_GIVEN}` : delayMs === 0 ? null : `Speed ${(delayMs / 1000).toFixed(2)}`;
  return [
    fileLine([damageText(first), speed].filter((text) => text !== null).join(' · ')),
    ...others.map((hit) => fileLine(`+ ${damageText(hit)}`)),
    ...(delayMs === null || delayMs <= 0 ? [] : [fileLine(perSecondText(hits, delayMs))]),
  ];
};

const damageText = ({ min, max, school }: ItemDamage): string => {
  const [least, most] = [Math.round(min), Math.round(max)];
  const range = least === most ? `${least}` : `${least} - ${most}`;
  return [range, SCHOOLS[school] ?? '', 'Damage'].filter((word) => word !== '').join(' ');
};

const perSecondText = (hits: readonly ItemDamage[], delayMs: number): string => {
  const average = hits.reduce((sum, { min, max }) => sum + (min + max) / 2, 0);
  return `(${((average * 1000) / delayMs).toFixed(1)} damage per second)`;
};

const signed = (amount: number): string => (amount < 0 ? `${amount}` : `+${amount}`);

const stats = (row: ItemRow | null): readonly CardLine[] => {
  const amounts = row?.item.card.stats ?? null;
  if (amounts === null) return isMissed(row, WEARABLE) ? [notGivenLine('Stats')] : [];
  return amounts.map(({ statId, amount }) => fileLine(`${signed(amount)} ${STATS.get(statId) ?? `to stat ${statId}`}`));
};

const resistanceText = (school: number, amount: number): string =>
  `${signed(amount)} ${SCHOOLS[school] ?? `School ${school}`} Resistance`;

const classes = (row: ItemRow | null): readonly CardLine[] =>
  row === null || row.classNames.length === 0
    ? []
    : [fileLine(`Classes: ${row.classNames.map((name) => name ?? NOT_GIVEN).join(', ')}`)];

const skill = (row: ItemRow | null): readonly CardLine[] => {
  const id = row?.item.card.requiredSkillId ?? 0;
  if (row === null || id === 0) return [];
  const rank = row.item.card.requiredSkill;
  const needed = rank === 0 ? '' : ` (${rank ?? NOT_GIVEN})`;
  return [fileLine(`Requires ${row.skillName ?? NOT_GIVEN}${needed}`)];
};

const set = (row: ItemRow | null): readonly CardLine[] => {
  const id = row?.item.setId ?? 0;
  if (row === null || id === 0) return [];
  return row.set === null
    ? [notGivenLine('Set')]
    : [fileLine(`Set: ${row.set.name} (${counted(row.set.pieces, 'item')})`)];
};

/** What the files do not give and few items have. */
const missed = (row: ItemRow | null): readonly CardLine[] => {
  const card: Partial<ItemCard> = row?.item.card ?? {};
  const values: readonly (readonly [name: string, value: unknown, classIds: readonly number[] | null])[] = [
    ['uniqueness', card.unique, null],
    ['bag slots', card.bagSlots, BAGS],
    ['resistances', card.resistances, WEARABLE],
    ['durability', card.durability, WEARABLE],
    ['classes', card.allowableClass, null],
    ['required skill', card.requiredSkillId, null],
    ['set', row?.item.setId, WEARABLE],
    ['quest it starts', card.startsQuestId, null],
  ];
  const names = values
    .filter(([, value, classIds]) => (value ?? null) === null && (classIds === null || isMissed(row, classIds)))
    .map(([name]) => name);
  return names.length === 0 ? [] : [notGivenLine(capitalised(names.join(', ')))];
};
