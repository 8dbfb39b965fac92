import { wilson } from './wilson.ts';

/** Windows opened on a source, those that held the item, and how many installs opened them. */
interface Figures {
  readonly kills: number;
  readonly drops: number;
  readonly reporters: number;
}

/** A rate among those of other sources and items. */
interface Rated extends Pick<Figures, 'kills' | 'drops'> {
  readonly sourceType: string;
  readonly sourceId: number;
  readonly itemId: number;
}

/** How often an item lay in the loot windows opened on a source, with the 95% bounds of the rate (contract, section 3, Drops). */
export const figuresOf = ({ kills, drops, reporters }: Figures) => ({
  ...{ kills, drops, rate: drops / kills, ...wilson(drops, kills), reporters },
});

/** What may still drop from a source whose windows were all empty, at most. */
export const zeroHigh = (kills: number): number => wilson(0, kills).high;

/** The likeliest first, then those that dropped more often, then by source and item. */
export const likeliestFirst = (a: Rated, b: Rated): number =>
  // Compared crosswise, so that equal rates are equal.
  b.drops * a.kills - a.drops * b.kills ||
  b.drops - a.drops ||
  (a.sourceType === b.sourceType ? a.sourceId - b.sourceId : a.sourceType < b.sourceType ? -1 : 1) ||
  a.itemId - b.itemId;
