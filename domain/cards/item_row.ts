import type { GameClass, ItemDamage } from '../ports/build.ts';
import { type FileItem, readFileItem } from '../reads/entities/filed_item.ts';
import type { PublishedSnapshot } from '../reads/entities/snapshot_data.ts';
import { formatQuantity } from '../values/phrases.ts';
import { type CardLine, createFileLine, createPlayerLine, MISSING_VALUE, toEntityName } from './card.ts';
import { BINDING_NAMES, ITEM_CLASS, SCHOOL_NAMES, SLOT_NAMES, STAT_NAMES } from './vocabulary.ts';
import { formatMoney } from './words.ts';

/** An item's row in the game's files. The names are null if the class or subclass has no row or no name. */
export interface ItemRow extends FileItem {
  readonly className: string | null;
  readonly subclassName: string | null;
}

/** Reads an item's row. Returns null if no build was imported or the build has no row for the item. */
export async function readItemRow(snapshot: PublishedSnapshot, itemId: number): Promise<ItemRow | null> {
  const filed = await readFileItem(snapshot, itemId);
  if (filed === null) return null;
  const { classId, subclassId } = filed.item;
  const itemClass = classId === null ? null : ((await snapshot.game.fact('class', `${classId}`)) as GameClass | null);
  const subclass = itemClass?.subclasses.find((one) => one.subclassId === subclassId);
  return { ...filed, className: itemClass?.name ?? null, subclassName: subclass?.name ?? null };
}

/**
 * Returns an item's lines from the game's files, in the order in which the game shows them. An item level that players
 * agree on replaces the level from the files. A value of 0 has no line. `[?]` marks a missing part of a line; values
 * that are missing completely are listed at the end of the card (`buildMissingLines`).
 */
export function buildItemRowLines(row: ItemRow | null, agreedLevel: number | null): readonly CardLine[] {
  return [
    ...(agreedLevel === null ? [] : [createPlayerLine(`Item level ${agreedLevel}`)]),
    ...(row === null ? [] : listRowLines(row, agreedLevel === null)),
  ];
}

function listRowLines(row: ItemRow, saysLevel: boolean): readonly CardLine[] {
  const { itemLevel, requiredLevel, sellPriceCopper, card } = row.item;
  return [
    ...(saysLevel ? formatIfKnown(itemLevel, (level) => `Item level ${level}`) : []),
    ...formatIfKnown(card.binding, (binding) => BINDING_NAMES.get(binding) ?? null),
    ...formatIfKnown(card.unique, formatCarryLimit),
    ...listTypeLines(row),
    ...(canHaveStat(row.item.classId, 'damage') ? listDamageLines(row) : []),
    ...(canHaveStat(row.item.classId, 'armour') ? formatIfKnown(card.armour, (points) => `${points} Armour`) : []),
    ...(canHaveStat(row.item.classId, 'bagSlots') ? formatIfKnown(card.bagSlots, (slots) => `${slots} slot bag`) : []),
    ...(card.stats ?? []).map(({ statId, amount }) =>
      createFileLine(`${formatBonus(amount)} ${STAT_NAMES.get(statId) ?? `to stat ${statId}`}`),
    ),
    ...(card.resistances ?? []).map(({ school, amount }) =>
      createFileLine(`${formatBonus(amount)} ${SCHOOL_NAMES[school] ?? `School ${school}`} Resistance`),
    ),
    ...formatIfKnown(card.durability, (points) => `Durability ${points}`),
    ...listClassLines(row),
    ...formatIfKnown(requiredLevel, (level) => `Requires level ${level}`),
    ...listSkillLine(row),
    ...(row.set === null
      ? []
      : [createFileLine(`Set: ${shortenName(row.set.name)} (${formatQuantity(row.set.itemIds.length, 'item')})`)]),
    ...(row.startsQuest === null ? [] : [createFileLine('Starts ', toEntityName(row.startsQuest))]),
    ...formatIfKnown(sellPriceCopper, (copper) => `Sell price ${formatMoney(copper)}`),
  ];
}

/** Returns the line for a value, or nothing if the value is missing or 0 or `textOf` returns null. */
function formatIfKnown<T>(value: T | null | undefined, textOf: (value: T) => string | null): readonly CardLine[] {
  const text = value === null || value === undefined || value === 0 ? null : textOf(value);
  return text === null ? [] : [createFileLine(text)];
}

/** Returns `Unique (20)`, or just `Unique` if a player can hold only one. */
function formatCarryLimit(held: number | boolean): string | null {
  const most = Number(held);
  return most <= 0 ? null : most === 1 ? 'Unique' : `Unique (${most})`;
}

/** Returns a line with slot and type: `Main Hand · Sword`, `Trade Goods · Cloth`. */
function listTypeLines(row: ItemRow): readonly CardLine[] {
  const { inventoryType } = row.item;
  const slot = inventoryType === null ? null : (SLOT_NAMES.get(inventoryType) ?? null);
  const words = [slot, ...listTypeNames(row).map(shortenName)].filter((word) => word !== null);
  return words.length === 0 ? [] : [createFileLine([...new Set(words)].join(' · '))];
}

/** Returns the names of the class and subclass as shown by the game, with null in place of a missing name. */
function listTypeNames({ item, className, subclassName }: ItemRow): readonly (string | null)[] {
  const { classId, subclassId } = item;
  // Weapons and armour show only their subclass. Rings and similar items (armour, subclass 0) show neither.
  if (classId === null || (classId === ITEM_CLASS.armour && subclassId === 0)) return [];
  return WEARABLE_CLASSES.includes(classId) ? [subclassName] : [className, subclassName];
}

function listDamageLines(row: ItemRow): readonly CardLine[] {
  const { damage: hits, delayMs } = row.item.card;
  const [first, ...others] = hits ?? [];
  if (hits === null || first === undefined) return [];
  const speed =
    delayMs === null ? `Speed ${MISSING_VALUE}` : delayMs === 0 ? null : `Speed ${(delayMs / 1000).toFixed(2)}`;
  const average = hits.reduce((sum, { min, max }) => sum + (min + max) / 2, 0);
  return [
    createFileLine([formatDamage(first), speed].filter((text) => text !== null).join(' · ')),
    ...others.map((hit) => createFileLine(`+ ${formatDamage(hit)}`)),
    ...(delayMs === null || delayMs <= 0
      ? []
      : [createFileLine(`(${((average * 1000) / delayMs).toFixed(1)} damage per second)`)]),
  ];
}

function formatDamage({ min, max, school }: ItemDamage): string {
  const [least, most] = [Math.round(min), Math.round(max)];
  const range = least === most ? `${least}` : `${least} - ${most}`;
  return [range, SCHOOL_NAMES[school] ?? '', 'Damage'].filter((word) => word !== '').join(' ');
}

function formatBonus(amount: number): string {
  return amount < 0 ? `${amount}` : `+${amount}`;
}

function listClassLines({ classes: allowed }: ItemRow): readonly CardLine[] {
  return allowed.length === 0
    ? []
    : [createFileLine(`Classes: ${allowed.map(({ name }) => shortenName(name) ?? MISSING_VALUE).join(', ')}`)];
}

function listSkillLine({ item, requiredSkill: required }: ItemRow): readonly CardLine[] {
  const { requiredSkillId, requiredSkill: rank } = item.card;
  if ((requiredSkillId ?? 0) === 0) return [];
  const needed = rank === 0 ? '' : ` (${rank ?? MISSING_VALUE})`;
  return [createFileLine(`Requires ${shortenName(required?.name ?? null) ?? MISSING_VALUE}${needed}`)];
}

/**
 * Returns the line that names the unknown properties of an item, or nothing if all are known. It is the last line of
 * the card, because readers look for known facts first.
 */
export function buildMissingLines(
  row: ItemRow | null,
  isImported: boolean,
  agreedLevel: number | null,
): readonly CardLine[] {
  if (row === null) {
    const reason = isImported ? 'the game’s files have no such item' : 'the game’s files have not been imported';
    return [createPlayerLine(`Not known here: ${reason} (slot, stats, requirements, sell price ${MISSING_VALUE})`)];
  }
  const names = listMissingFields(row, agreedLevel);
  return names.length === 0 ? [] : [createPlayerLine(`Not in the game’s files: ${names.join(', ')} ${MISSING_VALUE}`)];
}

/** Lists the properties that are missing in the game's files, in the order in which the game shows them. */
function listMissingFields(row: ItemRow, agreedLevel: number | null): readonly string[] {
  const { item } = row;
  const { card } = item;
  const had = (figure: ItemStat, value: unknown, name: string) =>
    canHaveStat(item.classId, figure) ? [[name, value] as const] : [];
  const values: readonly (readonly [name: string, value: unknown])[] = [
    ['item level', agreedLevel ?? item.itemLevel],
    ['binding', card.binding],
    ['how many one can hold', card.unique],
    ...had('slot', item.inventoryType, 'slot'),
    [findMissingType(row) ?? 'type', findMissingType(row) === null ? item.classId : null],
    ...had('damage', card.damage, 'damage'),
    ...had('armour', card.armour, 'armour'),
    ...had('bagSlots', card.bagSlots, 'bag slots'),
    ...had('stats', card.stats, 'stats'),
    ...had('resistances', card.resistances, 'resistances'),
    ...had('durability', card.durability, 'durability'),
    ...had('classes', card.allowableClass, 'classes'),
    ...had('requiredLevel', item.requiredLevel, 'required level'),
    ...had('requiredSkill', card.requiredSkillId, 'required skill'),
    ...had('set', readSetId(row), 'set'),
    ...had('startsQuest', card.startsQuestId, 'quest it starts'),
    ...had('sellPrice', item.sellPriceCopper, 'sell price'),
  ];
  return values.filter(([, value]) => (value ?? null) === null).map(([name]) => name);
}

/** Returns the item's set id, or null if it is unknown or the set has no row. */
function readSetId({ item, set }: ItemRow): number | null {
  return item.setId !== null && item.setId > 0 && set === null ? null : item.setId;
}

/**
 * Returns the part of the item's type that has no name: its subclass or its whole type. Returns null if both names are
 * known.
 */
function findMissingType(row: ItemRow): 'type' | 'subclass' | null {
  if (row.item.classId === null) return 'type';
  const names = listTypeNames(row);
  if (names.every((name) => name !== null)) return null;
  return names[0] === null ? 'type' : 'subclass';
}

/**
 * The properties that items of a class can have. For example, cloth has no damage, weapons have no bag slots, and quest
 * items have no armour. A card shows a property, or says that it is unknown, only if the item's class can have it.
 */

const { consumable, container, weapon, armour, reagent, projectile, tradeGoods, recipe, quiver, quest, key, other } =
  ITEM_CLASS;

const WEARABLE_CLASSES: readonly number[] = [weapon, armour];

/** The item classes that can have each property. Properties that are not listed here can occur on any item. */
const CLASSES_WITH_STAT = {
  damage: [weapon, projectile],
  armour: WEARABLE_CLASSES,
  bagSlots: [container, quiver],
  stats: WEARABLE_CLASSES,
  resistances: WEARABLE_CLASSES,
  durability: WEARABLE_CLASSES,
  set: WEARABLE_CLASSES,
  slot: [...WEARABLE_CLASSES, container, quiver, projectile],
  requiredLevel: [...WEARABLE_CLASSES, consumable, container, projectile, recipe, quiver, other],
  requiredSkill: [...WEARABLE_CLASSES, consumable, recipe, other],
  classes: [...WEARABLE_CLASSES, consumable, recipe, quest, other],
  startsQuest: [...WEARABLE_CLASSES, consumable, recipe, quest, key, other],
  sellPrice: [...WEARABLE_CLASSES, consumable, container, reagent, projectile, tradeGoods, recipe, quiver, other],
} as const satisfies Readonly<Record<string, readonly number[]>>;

type ItemStat = keyof typeof CLASSES_WITH_STAT;

/**
 * Returns whether an item of this class can have the property. True if the class is null or unknown to this release.
 */
function canHaveStat(classId: number | null, figure: ItemStat): boolean {
  const classIds: readonly number[] = CLASSES_WITH_STAT[figure];
  return classId === null || classIds.includes(classId) || !ITEM_CLASS_IDS.has(classId);
}

/** All classes that this release knows. */
const ITEM_CLASS_IDS: ReadonlySet<number> = new Set(Object.values(ITEM_CLASS));

const NAME_LENGTH_MAX = 80;

/** Cuts a name to 80 characters to keep lines readable. Names in the game's files are normally shorter. */
function shortenName(name: string | null): string | null {
  return name === null ? null : [...name].slice(0, NAME_LENGTH_MAX).join('');
}
