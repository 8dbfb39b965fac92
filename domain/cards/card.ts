import type { FirstRows } from '../reads/entities/first_of.ts';
import type { DropRateFields } from '../reads/entities/loot.ts';
import type { Entity } from '../reads/entities/snapshot_data.ts';
import type { CardType } from '../values/entity_page.ts';
import { describeWithCounts } from '../values/estimates/describe_rate.ts';
import { type Locale, markLanguage } from '../values/language.ts';

/**
 * A hover card as shown to players (contract, section 4, Tooltip). Cards combine public facts with rows of the game's
 * files.
 */
export interface Card {
  readonly type: CardType;
  readonly id: number;
  /** The agreed name, or a placeholder such as `Item 5`. */
  readonly title: string;
  /** The language of the title, if it differs from the instance's language. */
  readonly locale?: Locale;
  /**
   * An item's quality: the agreed one, otherwise the one in the game's files. Null if unknown and for other entities.
   */
  readonly quality: string | null;
  /** True if `quality` comes from the game's files because players have not agreed on one. */
  readonly qualityFromFiles?: boolean;
  /** The colour of the quality, as `#rrggbb`. */
  readonly color: string | null;
  /** The icon's file name in lower case, without its extension. */
  readonly icon: string | null;
  readonly lines: readonly CardLine[];
  /** True if a line, the colour or the icon comes from the game's files. */
  readonly fromFiles: boolean;
}

/** One line: plain text and names of other entities. */
export interface CardLine {
  readonly parts: readonly CardText[];
  /** True if any part of the line comes from the game's files. */
  readonly fromFiles: boolean;
}

type CardText = string | EntityName;

/** Another entity, with its agreed name or a placeholder. */
export interface EntityName {
  readonly type: CardType;
  readonly id: number;
  readonly name: string;
  /** True if the entity has public facts and therefore a page. */
  readonly hasPage: boolean;
}

const TYPE_NOUNS: Readonly<Record<CardType, string>> = {
  item: 'Item',
  npc: 'NPC',
  quest: 'Quest',
  object: 'Object',
};

/** Returns the name shown for an entity without an agreed name, such as `Item 5`. */
export function formatUnnamedEntity(type: CardType, id: number): string {
  return `${TYPE_NOUNS[type]} ${id}`;
}

export function createPlayerLine(...parts: readonly CardText[]): CardLine {
  return { parts, fromFiles: false };
}

export function createFileLine(...parts: readonly CardText[]): CardLine {
  return { parts, fromFiles: true };
}

/** Returns the name, or a placeholder, for an entity of a kind that has cards. */
export function toEntityName(entity: Entity): EntityName {
  const { id, url } = entity;
  const type = entity.kind as CardType;
  return { type, id, name: formatNameWithLocale(entity) ?? formatUnnamedEntity(type, id), hasPage: url !== null };
}

/** Returns a name with its language, or null if none is agreed. */
export function formatNameWithLocale({ name, locale }: Pick<Entity, 'name' | 'locale'>): string | null {
  return name === null ? null : markLanguage({ value: name, locale });
}

/** Returns one line per row shown, plus a line such as `Drops from 3 more` if some are left out. */
export function buildListLines<R>(
  { rows, total }: FirstRows<R>,
  lineOf: (row: R) => CardLine,
  rest: string,
): readonly CardLine[] {
  const more = total - rows.length;
  return [...rows.map(lineOf), ...(more > 0 ? [createPlayerLine(`${rest} ${more} more`)] : [])];
}

/** Returns lines such as `Drops from Kobold: about 51%, between 44% and 58% (90 of 176 looted, 6 of 7 players)`. */
export function buildDropLines<R extends DropRateFields>(
  list: FirstRows<R>,
  verb: 'Drops' | 'Drops from' | 'Holds',
  entityOf: (row: R) => Entity,
): readonly CardLine[] {
  const lineOf = (row: R) => createPlayerLine(`${verb} `, toEntityName(entityOf(row)), `: ${describeWithCounts(row)}`);
  return buildListLines(list, lineOf, verb);
}

/**
 * Returns a line such as `Seen by one or two players: drops from Kobold, Wolf and 3 more`. The line shows no rates,
 * because no third player has confirmed them.
 */
export function buildSeenByFewLines<R>(
  { rows, total }: FirstRows<R>,
  verb: 'drops' | 'drops from' | 'holds',
  entityOf: (row: R) => Entity,
): readonly CardLine[] {
  const names: readonly CardText[] = rows.map((row) => toEntityName(entityOf(row)));
  if (names.length === 0) return [];
  const more = total - rows.length;
  const all = more > 0 ? [...names, `${more} more`] : names;
  const listed = all.slice(0, -1).flatMap((name, i) => (i === 0 ? [name] : [', ', name]));
  const joined = listed.length === 0 ? all : [...listed, ' and ', all.at(-1)!];
  return [createPlayerLine(`Seen by one or two players: ${verb} `, ...joined)];
}

export function formatCardLine({ parts }: CardLine): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.name)).join('');
}

/** Placeholder for a value that is missing in the game's files. */
export const MISSING_VALUE = '[?]';

/** Returns whether any line lacks a value. Answers call this flag `partial` (contract, section 4, Tooltip). */
export function hasMissingValue(lines: readonly CardLine[]): boolean {
  return lines.some((line) => formatCardLine(line).includes(MISSING_VALUE));
}
