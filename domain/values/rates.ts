import { wilson } from './wilson.ts';

/**
 * Windows opened on a source (`kills`), windows that contained the item, installs that opened them, and installs that
 * saw the drop.
 */
interface Figures {
  readonly kills: number;
  readonly drops: number;
  readonly reporters: number;
  readonly installs: number;
  readonly topWindows: number;
}

/** A rate that can be ranked among those of other sources and items. */
interface Rated extends Pick<Figures, 'kills' | 'drops'> {
  readonly sourceType: string;
  readonly sourceId: number;
  readonly itemId: number;
}

/**
 * Computes how often an item was in the loot windows of a source, with the 95% bounds of the rate, the number of
 * installs that saw the drop, and the largest share of windows from one install (contract, section 3, Drops).
 */
export function figuresOf({ kills, drops, reporters, installs, topWindows }: Figures) {
  return {
    kills,
    drops,
    rate: drops / kills,
    ...wilson(drops, kills),
    reporters,
    installs,
    topShare: topShareOf({ kills, topWindows }),
  };
}

/** Returns the largest share of a source's windows that one install opened. */
export function topShareOf({ kills, topWindows }: Pick<Figures, 'kills' | 'topWindows'>): number {
  return topWindows / kills;
}

/** Returns the upper bound for the drop rate of anything from a source whose windows were all empty. */
export function zeroHigh(kills: number): number {
  return wilson(0, kills).high;
}

/**
 * Sorts rates by lower bound, highest first, so that a source seen three times does not precede one seen a thousand
 * times. Ties are sorted by number of drops, then by source and item.
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
