import { type CardLine, type EntityName, observedLine } from './card.ts';
import { percentText } from './words.ts';

/** Something that drops, or what drops it, with how often it did. */
export interface CardDrop {
  readonly other: EntityName;
  /** Of so many loot windows so many held the item. */
  readonly counts: { readonly drops: number; readonly kills: number };
}

/** The first few of a longer list. */
export interface Few<T> {
  readonly first: readonly T[];
  /** How many more there are. */
  readonly more: number;
}

/** The first `max` of a list, of `total` where more are known of than are listed. */
export const few = <T>(list: readonly T[], max: number, total = list.length): Few<T> => {
  const first = list.slice(0, max);
  return { first, more: Math.max(0, total - first.length) };
};

/** A line for each, then one that counts the others. */
export const fewLines = <T>(
  { first, more }: Few<T>,
  lineOf: (one: T) => CardLine,
  rest: string,
): readonly CardLine[] => [...first.map(lineOf), ...(more === 0 ? [] : [observedLine(`${rest} ${more} more`)])];

/** `Drops from Kobold (12.5%, 3 of 24)`. */
export const dropLines = (drops: Few<CardDrop>, verb: 'Drops' | 'Drops from' | 'Holds'): readonly CardLine[] =>
  fewLines(drops, ({ other, counts }) => observedLine(`${verb} `, other, countsText(counts)), verb);

const countsText = ({ drops, kills }: CardDrop['counts']): string =>
  ` (${percentText(kills === 0 ? 0 : drops / kills)}, ${drops} of ${kills})`;
