import type { FirstOf } from '../reads/entities/first_of.ts';
import { type Entity, entityOf, type PublishedSnapshot } from '../reads/entities/snapshot_data.ts';
import type { CardType } from '../values/entity_page.ts';
import { markedText } from '../values/language.ts';
import { type EntityName, placeholder } from './card.ts';
import { few, type Shortlist } from './drop_lines.ts';
import type { GameFiles } from './game_files.ts';

/** The data that a card reads: the public facts of one snapshot and the rows of the build that it serves. */
export interface CardSnapshot extends PublishedSnapshot {
  /** Null if no build was imported. */
  readonly files: GameFiles | null;
}

/** Reads an entity's name. `known` is true if the caller knows that it has public facts and therefore a page. */
export async function nameOf(snapshot: CardSnapshot, type: CardType, id: number, known: boolean): Promise<EntityName> {
  return cardName(await entityOf(snapshot, type, id, known));
}

/** Names an entity of a kind that has cards. */
export function cardName(entity: Entity): EntityName {
  const { id, url } = entity;
  const type = entity.kind as CardType;
  return { type, id, name: markedName(entity) ?? placeholder(type, id), hasPage: url !== null };
}

/** Returns a name with its language, or null if none is agreed. */
export function markedName({ name, locale }: Pick<Entity, 'name' | 'locale'>): string | null {
  return name === null ? null : markedText({ value: name, locale });
}

/** Turns the rows of a list into the first entries of a card's list. */
export function shortlist<R, T>({ rows, total }: FirstOf<R>, tell: (row: R) => T): Shortlist<T> {
  return few(rows.map(tell), rows.length, total);
}
