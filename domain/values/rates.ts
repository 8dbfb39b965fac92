import { wilson } from './wilson.ts';

/** Windows opened on a source, those that held the item, who opened them and who saw that very drop. */
interface Figures {
  readonly kills: number;
  readonly drops: number;
  readonly reporters: number;
  readonly installs: number;
  readonly topWindows: number;
}

/** A rate among those of other sources and items. */
interface Rated extends Pick<Figures, 'kills' | 'drops'> {
  readonly sourceType: string;
  readonly sourceId: number;
  readonly itemId: number;
}

/**
 * How often an item lay in the loot windows opened on a source, with the 95% bounds of the rate, how many installs saw
 * that very drop, and the greatest share of the windows that one install opened (contract, section 3, Drops).
 */
export function figuresOf({ kills, drops, reporters, installs, topWindows }: Figures) {
  return {
    ...{ kills, drops, rate: drops / kills, ...wilson(drops, kills), reporters },
    ...{ installs, topShare: topShareOf({ kills, topWindows }) },
  };
}

/** The greatest share of a source's windows that one install opened. */
export function topShareOf({ kills, topWindows }: Pick<Figures, 'kills' | 'topWindows'>): number {
  return topWindows / kills;
}

/** What may still drop from a source whose windows were all empty, at most. */
export function zeroHigh(kills: number): number {
  return wilson(0, kills).high;
}

/**
 * Those whose lower bound is the highest first: a source that was seen three times does not come before one seen a
 * thousand times. Then those that dropped more often, then by source and item.
 */
export function surestFirst<R extends Rated>(rates: readonly R[]): readonly R[] {
  return rates
    .map((rate) => ({ rate, low: wilson(rate.drops, rate.kills).low }))
    .sort((a, b) => b.low - a.low || b.rate.drops - a.rate.drops || bySourceAndItem(a.rate, b.rate))
    .map(({ rate }) => rate);
}

function bySourceAndItem(a: Rated, b: Rated): number {
  return (
    (a.sourceType === b.sourceType ? a.sourceId - b.sourceId : a.sourceType < b.sourceType ? -1 : 1) ||
    a.itemId - b.itemId
  );
}
