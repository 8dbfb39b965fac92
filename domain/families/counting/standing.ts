import type { Tally } from '../../ports/facts.ts';
import { type AgreedValue, everyValue } from './agreed.ts';
import { ascending } from './order.ts';

/** The reputation rank without a discount (neutral), as the client numbers ranks. */
const NEUTRAL = 4;

/**
 * Fields of the claims on a price. A price seen at neutral reputation, which has no discount, is also claimed as the
 * full price. Older addons do not say the reputation (undefined).
 */
export function priceFields(price: number, standing: number | undefined) {
  return { price, fullPrice: standing === NEUTRAL ? price : undefined };
}

/**
 * Returns the agreed prices, ascending: the full prices that three installs saw, so that prices with a reputation
 * discount are left out, or all agreed prices if no full price is known.
 */
export function agreedPrices(tallies: readonly Tally[]): readonly AgreedValue<number>[] {
  const full = everyValue<number>(tallies, 'fullPrice');
  return ascending(full.length > 0 ? full : everyValue<number>(tallies, 'price'));
}
