import { type CardLine, type CardPart, type EntityName, observedLine } from './card.ts';
import { percentText } from './words.ts';

/** Something that drops, or what drops it, with how often it did. */
export interface CardDrop {
  readonly other: EntityName;
  /** Of so many loot windows so many held the item. */
  readonly counts: { readonly drops: number; readonly kills: number };
}

/** The first few of a longer list. */
export interface Shortlist<T> {
  readonly first: readonly T[];
  /** How many more there are. */
  readonly more: number;
}

/** The first `max` of a list, of `total` where more are known of than are listed. */
export function few<T>(list: readonly T[], max: number, total = list.length): Shortlist<T> {
  const first = list.slice(0, max);
  return { first, more: Math.max(0, total - first.length) };
}

/** A line for each, then one that counts the others. */
export function fewLines<T>(
  { first, more }: Shortlist<T>,
  lineOf: (one: T) => CardLine,
  rest: string,
): readonly CardLine[] {
  return [...first.map(lineOf), ...(more === 0 ? [] : [observedLine(`${rest} ${more} more`)])];
}

/** `Drops from Kobold (12.5%, 3 of 24)`. */
export function dropLines(drops: Shortlist<CardDrop>, verb: 'Drops' | 'Drops from' | 'Holds'): readonly CardLine[] {
  return fewLines(drops, ({ other, counts }) => observedLine(`${verb} `, other, countsText(counts)), verb);
}

/** `Seen by one or two players: drops from Kobold, Wolf and 3 more`. Nobody else confirms it, so it has no figures. */
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
