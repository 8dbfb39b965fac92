import { compareNumbers } from '../../families/counting/order.ts';

/** Reputation discounts of vendors and trainers, in percent. */
const REPUTATION_DISCOUNTS = [5, 10, 15, 20] as const;

/**
 * Tolerance for the ratio of two prices, in percentage points. It is wide because small prices are rounded coarsely.
 */
const ROUNDING_PERCENT = 2.5;

/** Two prices of the same thing. The lower price looks like a reputation discount on the other. */
export interface Discount {
  readonly fullCopper: number;
  readonly reducedCopper: number;
  readonly percent: number;
}

/**
 * Returns the discount that turns the higher price into the lower one, allowing for rounding to copper. Returns null if
 * no discount fits.
 */
function computeDiscountPercent(full: number, reduced: number): number | null {
  const off = 100 * (1 - reduced / full);
  const fitting = REPUTATION_DISCOUNTS.filter(
    (percent) => Math.abs(off - percent) <= ROUNDING_PERCENT && Math.abs(reduced - (full * (100 - percent)) / 100) < 1,
  );
  return fitting.toSorted((a, b) => Math.abs(off - a) - Math.abs(off - b))[0] ?? null;
}

/**
 * Returns the discount of a price relative to another public price of the same thing, or null if there is none. If
 * several prices fit, uses the highest.
 */
export function findDiscount(price: number, prices: readonly number[]): Discount | null {
  const found = prices.flatMap((other): readonly Discount[] => {
    const [fullCopper, reducedCopper] = [Math.max(price, other), Math.min(price, other)];
    const percent = fullCopper === reducedCopper ? null : computeDiscountPercent(fullCopper, reducedCopper);
    return percent === null ? [] : [{ fullCopper, reducedCopper, percent }];
  });
  return (
    found.toSorted((a, b) => compareNumbers(b.fullCopper, a.fullCopper) || compareNumbers(a.percent, b.percent))[0] ??
    null
  );
}
