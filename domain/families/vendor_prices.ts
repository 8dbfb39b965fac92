import { listAgreedValues, omitNulls } from './counting/agreed.ts';
import { buildClaims } from './counting/claims_on.ts';
import { defineTalliedFamily } from './counting/family.ts';
import { comparePriceSupport } from './counting/standing.ts';

/**
 * Vendor prices of an item, in copper per unit, that installs list in their newest reports without naming a vendor, the
 * one that most report first. The subject is the item's id. Auction prices only go to the feed (contract, section 3).
 */
export const vendor_prices = defineTalliedFamily({
  name: 'vendor_prices',
  version: 2,
  kinds: ['price_seen'],
  subject: { kind: 'item', id: 0 },
  witnesses: { item: ['ID'] },
  carded: { type: 'item', subject: 'id' },
  claims: ({ itemId, source, priceCopper: price }) => (source === 'vendor' ? buildClaims(itemId, { price }) : []),
  facts: (_subject, tallies) =>
    omitNulls({ prices: listAgreedValues<number>(tallies, 'price').toSorted(comparePriceSupport) }),
});
