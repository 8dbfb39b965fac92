import { type CardLine, type CardPart, type EntityName, observedLine } from './card.ts';
import { percentText } from './words.ts';

/** The other end of a drop (an item, or the source that drops it) and how often it was seen. */
export interface CardDrop {
  readonly other: EntityName;
  /** The item was in `drops` of `kills` loot windows. */
  readonly counts: { readonly drops: number; readonly kills: number };
}

/** The beginning of a list that may be longer. */
export interface Shortlist<T> {
  readonly first: readonly T[];
  /** Number of entries that are not in `first`. */
  readonly more: number;
}

/** Shortens a list to `max` entries. `total` is the length of the full list if `list` is only its beginning. */
export function few<T>(list: readonly T[], max: number, total = list.length): Shortlist<T> {
  const first = list.slice(0, max);
  return { first, more: Math.max(0, total - first.length) };
}

/** Returns a line per entry and, if there are more, a line such as `Drops from 3 more`. */
export function fewLines<T>(
  { first, more }: Shortlist<T>,
  lineOf: (one: T) => CardLine,
  rest: string,
): readonly CardLine[] {
  return [...first.map(lineOf), ...(more === 0 ? [] : [observedLine(`${rest} ${more} more`)])];
}

/** Returns lines such as `Drops from Kobold (12.5%, 3 of 24)`. */
export function dropLines(drops: Shortlist<CardDrop>, verb: 'Drops' | 'Drops from' | 'Holds'): readonly CardLine[] {
  return fewLines(drops, ({ other, counts }) => observedLine(`${verb} `, other, countsText(counts)), verb);
}

/**
 * Returns a line such as `Seen by one or two players: drops from Kobold, Wolf and 3 more`. It shows no rates, because a
 * third player has not confirmed them.
 */
export function seenByFewLines(
  { first, more }: Shortlist<EntityName>,
  verb: 'drops' | 'drops from' | 'holds',
): readonly CardLine[] {
  if (first.length === 0) return [];
  const last = more === 0 ? first.at(-1)! : `${more} more`;
  const names: readonly CardPart[] = more === 0 ? first.slice(0, -1) : first;
  const listed = names.flatMap((name, i) => (i === 0 ? [name] : [', ', name]));
  const parts = names.length === 0 ? [last] : [...listed, ' and ', last];
  return [observedLine(`Seen by one or two players: ${verb} `, ...parts)];
}

function countsText({ drops, kills }: CardDrop['counts']): string {
  return ` (${percentText(kills === 0 ? 0 : drops / kills)}, ${drops} of ${kills})`;
}
