import { byNumber } from '../../families/counting/order.ts';

/** Percent that vendors and trainers take off for reputation. */
const DISCOUNTS = [5, 10, 15, 20] as const;

/** How far the ratio of two prices may lie from that of a discount, in percent: small prices are rounded coarsely. */
const ROUNDING_PERCENT = 2.5;

/** Two prices of one thing, the lower of which looks like the other with a discount for reputation. */
export interface Discount {
  readonly fullCopper: number;
  readonly reducedCopper: number;
  readonly percent: number;
}

/** What discount makes the greater of two prices the lesser, give or take the rounding to copper; null: none does. */
function percentOf(full: number, reduced: number): number | null {
  const off = 100 * (1 - reduced / full);
  const fitting = DISCOUNTS.filter(
    (percent) => Math.abs(off - percent) <= ROUNDING_PERCENT && Math.abs(reduced - (full * (100 - percent)) / 100) < 1,
  );
  return fitting.toSorted((a, b) => Math.abs(off - a) - Math.abs(off - b))[0] ?? null;
}

/**
 * The discount that parts a price from another one that stands of the same thing; null: none. Of several the one from
 * the greatest full price.
 */
export function discountAmong(price: number, prices: readonly number[]): Discount | null {
  const found = prices.flatMap((other): readonly Discount[] => {
    const [fullCopper, reducedCopper] = [Math.max(price, other), Math.min(price, other)];
    const percent = fullCopper === reducedCopper ? null : percentOf(fullCopper, reducedCopper);
    return percent === null ? [] : [{ fullCopper, reducedCopper, percent }];
  });
  return found.toSorted((a, b) => byNumber(b.fullCopper, a.fullCopper) || byNumber(a.percent, b.percent))[0] ?? null;
}
