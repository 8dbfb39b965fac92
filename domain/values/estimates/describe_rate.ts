import type { RateEstimate } from './estimate_rate.ts';

/** Shown with a rate if `playersDisagree` returns true. */
export const DISAGREEMENT = "players' results differ more than chance explains";

/**
 * Describes an estimated rate for players, such as "About 51%, between 44% and 58%". Also says if too little was looted
 * to tell, if the item has always dropped so far, or if the rate applies only to players who can get the item.
 */
export function describeRate(rate: Omit<RateEstimate, 'effectiveWindows'>): string {
  const text = describeInterval(rate);
  return rate.isForSome ? `${text}, for players who can get it` : text;
}

function describeInterval({ estimate, low, high, isAlways }: Omit<RateEstimate, 'effectiveWindows'>): string {
  const [from, to] = [percentBelow(low), percentAbove(high)];
  if (isAlways) return `Always so far, at least ${from}`;
  if (high <= 10 * low) return `About ${formatPercent(estimate)}, between ${from} and ${to}`;
  return high < 0.05 ? `Rare: somewhere between ${from} and ${to}` : `Too few looted to say (${from} to ${to})`;
}

/** Formats a rate as a percentage with two significant digits, for example "51%", "4.2%" or "0.035%". */
export function formatPercent(rate: number): string {
  return percentOf(rate, Math.round);
}

/** Like `formatPercent`, rounded down. Use it for the lower end of an interval. */
export function percentBelow(rate: number): string {
  return percentOf(rate, Math.floor);
}

/** Like `formatPercent`, rounded up. Use it for the upper end of an interval. */
export function percentAbove(rate: number): string {
  return percentOf(rate, Math.ceil);
}

function percentOf(rate: number, round: (number: number) => number): string {
  if (rate === 0) return '0%';
  const decimals = Math.min(8, Math.max(0, 1 - Math.floor(Math.log10(rate * 100))));
  const scale = 10 ** decimals;
  // The product of two doubles may miss an integer by a hair, and rounding up or down would then be off by a whole
  // step.
  const rounded = round(Number((rate * 100 * scale).toPrecision(12))) / scale;
  return `${Number(rounded.toFixed(decimals))}%`;
}
