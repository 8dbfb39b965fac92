/**
 * Figures behind a drop rate: the windows opened on a source (`kills`), the windows that contained the item (`drops`),
 * the installs that opened windows (`reporters`), and the installs that saw the drop (`installs`).
 */
interface Figures {
  readonly kills: number;
  readonly drops: number;
  readonly reporters: number;
  readonly installs: number;
  readonly topWindows: number;
}

/** A rate that can be ranked among the rates of other sources and items. */
interface RankableRate extends Pick<Figures, 'kills' | 'drops'> {
  readonly sourceType: string;
  readonly sourceId: number;
  readonly itemId: number;
}

/** Computes a drop rate, its 95% bounds and the largest share of any install (contract, section 3, Drops). */
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

/** Returns the share of a source's windows opened by the install that opened the most. */
export function topShareOf({ kills, topWindows }: Pick<Figures, 'kills' | 'topWindows'>): number {
  return topWindows / kills;
}

/** Returns the upper bound for the drop rate of any item from a source whose loot windows were all empty. */
export function zeroHigh(kills: number): number {
  return wilson(0, kills).high;
}

/** Sorts rates by lower bound, highest first, so that rarely looted sources come last, then by drops and ids. */
export function surestFirst<R extends RankableRate>(rates: readonly R[]): readonly R[] {
  return rates
    .map((rate) => ({ rate, low: wilson(rate.drops, rate.kills).low }))
    .sort((a, b) => b.low - a.low || b.rate.drops - a.rate.drops || bySourceAndItem(a.rate, b.rate))
    .map(({ rate }) => rate);
}

function bySourceAndItem(a: RankableRate, b: RankableRate): number {
  return (
    (a.sourceType === b.sourceType ? a.sourceId - b.sourceId : a.sourceType < b.sourceType ? -1 : 1) ||
    a.itemId - b.itemId
  );
}

/** The 0.975 quantile of the normal distribution. It yields 95% intervals. */
const Z = 1.959963984540054;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Computes Wilson's score interval to six decimals (contract, section 3, Drops). `kills` must be at least 1. */
export function wilson(drops: number, kills: number): Interval {
  const rate = drops / kills;
  const spread = Z * Math.sqrt((rate * (1 - rate)) / kills + (Z * Z) / (4 * kills * kills));
  const centre = rate + (Z * Z) / (2 * kills);
  const scale = 1 + (Z * Z) / kills;
  return {
    low: drops === 0 ? 0 : sixDecimals((centre - spread) / scale),
    high: drops === kills ? 1 : sixDecimals((centre + spread) / scale),
  };
}

function sixDecimals(x: number): number {
  return Math.round(x * 1e6) / 1e6;
}
