import type { Game } from '../../../schema/vocabulary.ts';
import type { Tally } from '../../ports/facts.ts';
import { type AgreedValue, agreeOnValue, listAgreedValues } from './agreed.ts';
import { compareNumbers } from './order.ts';

/** Reputation ranks as the client numbers them. */
const NEUTRAL_STANDING = 4;
const FRIENDLY_STANDING = 5;

/** Games in which friendly players get no discount. */
const GAMES_WITHOUT_DISCOUNT: readonly Game[] = ['era', 'sod', 'forever'];

/** The greatest discount is a fifth. A price below this share of the full price is no discount, however rounded. */
const LOWEST_PRICE_SHARE = 0.75;

/**
 * Fields of the claims on a price. A price seen at a reputation without a discount is also claimed as the full price:
 * at neutral, and at friendly in the games whose discounts begin at honoured. `game` is the folder's game if it is
 * known. Older addons do not say the reputation (undefined).
 */
export function priceFields(price: number, standing: number | undefined, game: Game | undefined) {
  const isFullAtFriendly = game !== undefined && GAMES_WITHOUT_DISCOUNT.includes(game);
  const isFull = standing === NEUTRAL_STANDING || (standing === FRIENDLY_STANDING && isFullAtFriendly);
  return { price, fullPrice: isFull ? price : undefined };
}

/** The agreed prices of a good or a lesson. The leading price is the first (contract, section 10, Prices and levels). */
export interface VendorPrices {
  readonly prices: readonly AgreedValue<number>[];
  /** Prices that the full price replaces: what players with a reputation discount pay. */
  readonly withReputation: readonly AgreedValue<number>[];
}

/**
 * Returns the agreed prices. The full price is the one that most installs saw without a discount. It replaces the
 * prices that a discount explains and that no more installs report, so a few installs that make up a reputation replace
 * nothing that many report.
 */
export function computeVendorPrices(tallies: readonly Tally[]): VendorPrices {
  const reported = listAgreedValues<number>(tallies, 'price');
  const full = agreeOnValue<number>(tallies, 'fullPrice');
  if (full === null) return { prices: reported.toSorted(comparePriceSupport), withReputation: [] };
  const same = reported.find(({ value }) => value === full.value);
  const others = reported.filter((price) => price !== same);
  const best = { value: full.value, installs: Math.max(full.installs, same?.installs ?? 0) };
  const isReplaced = ({ value, installs }: AgreedValue<number>): boolean =>
    value >= Math.floor(LOWEST_PRICE_SHARE * full.value) && value < full.value && installs <= best.installs;
  const withReputation = others.filter(isReplaced).toSorted(comparePriceSupport);
  const isShown = withReputation.length > 0 || same !== undefined || others.length === 0;
  const prices = [...(isShown ? [best] : []), ...others.filter((price) => !isReplaced(price))];
  return { prices: prices.toSorted(comparePriceSupport), withReputation };
}

/** Orders prices by installs, most first. Of prices with equally many, the higher is more likely the full price. */
export function comparePriceSupport(a: AgreedValue<number>, b: AgreedValue<number>): number {
  return compareNumbers(b.installs, a.installs) || compareNumbers(b.value, a.value);
}
