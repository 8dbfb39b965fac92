import type { CardType } from '../values/entity_page.ts';
import type { Locale } from '../values/language.ts';

/**
 * A hover card as players read it (contract, section 4, Tooltip). Cards are made of public facts and of rows of the
 * game's files; this folder turns both into lines and reads nothing itself.
 */
export interface Card {
  readonly type: CardType;
  readonly id: number;
  /** The agreed name, else a placeholder such as `Item 5`. */
  readonly title: string;
  /** The language of the title, where it is not the instance's. */
  readonly locale?: Locale;
  /** An item's quality, agreed or else of the game's files; of others null. */
  readonly quality: string | null;
  /** True where no quality is agreed on and the game's files give it. */
  readonly qualityFromFiles?: boolean;
  /** `#rrggbb`, by that quality. */
  readonly color: string | null;
  /** The icon's file name, lower case, without ending. */
  readonly icon: string | null;
  readonly lines: readonly CardLine[];
  /** True when a line, the colour or the icon comes from the game's files. */
  readonly fromFiles: boolean;
}

/** One line: text, and the names of other entities in it. */
export interface CardLine {
  readonly parts: readonly CardPart[];
  /** True when something in it was read from the game's files. */
  readonly fromFiles: boolean;
}

export type CardPart = string | EntityName;

/** Another entity, called by its agreed name or a placeholder. */
export interface EntityName {
  readonly type: CardType;
  readonly id: number;
  readonly name: string;
  /** True where the entity has public facts, so that it has a page. */
  readonly hasPage: boolean;
}

/** Stands for a value that the game's files do not give. */
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

/** contract, section 4, Tooltip: `partial`. */
export function isPartial(lines: readonly CardLine[]): boolean {
  return lines.some((line) => lineText(line).includes(NOT_GIVEN));
}

const PLACEHOLDERS: Readonly<Record<CardType, string>> = {
  item: 'Item',
  npc: 'NPC',
  quest: 'Quest',
  object: 'Object',
};

/** What an entity is called while no name of it has three installs behind it. Objects never have one. */
export function placeholder(type: CardType, id: number): string {
  return `${PLACEHOLDERS[type]} ${id}`;
}
