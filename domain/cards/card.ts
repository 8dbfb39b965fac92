import type { CardType } from '../values/entity_page.ts';
import type { Locale } from '../values/language.ts';

/**
 * A hover card as players read it (contract, section 4, Tooltip). Cards combine public facts with rows of the game's
 * files.
 */
export interface Card {
  readonly type: CardType;
  readonly id: number;
  /** The agreed name, or a placeholder such as `Item 5`. */
  readonly title: string;
  /** The language of the title, if it differs from the instance's language. */
  readonly locale?: Locale;
  /** An item's quality: agreed by players, otherwise from the game's files. Null if unknown and for other entities. */
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
  readonly parts: readonly CardPart[];
  /** True if any part of the line comes from the game's files. */
  readonly fromFiles: boolean;
}

export type CardPart = string | EntityName;

/** Another entity, with its agreed name or a placeholder. */
export interface EntityName {
  readonly type: CardType;
  readonly id: number;
  readonly name: string;
  /** True if the entity has public facts and therefore a page. */
  readonly hasPage: boolean;
}

/** Shown in place of a value that is missing in the game's files. */
export const NOT_GIVEN = '[?]';

export function observedLine(...parts: readonly CardPart[]): CardLine {
  return { parts, fromFiles: false };
}

export function fileLine(...parts: readonly CardPart[]): CardLine {
  return { parts, fromFiles: true };
}

export function lineText({ parts }: CardLine): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.name)).join('');
}

/** Whether a line lacks a value: the `partial` flag of the contract, section 4, Tooltip. */
export function isPartial(lines: readonly CardLine[]): boolean {
  return lines.some((line) => lineText(line).includes(NOT_GIVEN));
}

const PLACEHOLDERS: Readonly<Record<CardType, string>> = {
  item: 'Item',
  npc: 'NPC',
  quest: 'Quest',
  object: 'Object',
};

/** Returns the name shown for an entity without an agreed name, such as `Item 5`. Objects never have an agreed name. */
export function placeholder(type: CardType, id: number): string {
  return `${PLACEHOLDERS[type]} ${id}`;
}
