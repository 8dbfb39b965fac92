import { everyValue, publicMembers } from './counting/agreed.ts';
import { claimsOn } from './counting/claims_on.ts';
import { tallied } from './counting/family.ts';
import { ascending } from './counting/order.ts';

/**
 * Vendor prices of an item, in copper per unit, that three installs list in their newest reports without naming a
 * vendor. The subject is the item's id. Auction prices only go to the feed (contract, section 3).
 */
export const vendor_prices = tallied({
  name: 'vendor_prices',
  version: 1,
  kinds: ['price_seen'],
  subject: { kind: 'item', id: 0 },
  witnesses: { item: ['ID'] },
  carded: { type: 'item', subject: 'id' },
  claims: ({ itemId, source, priceCopper: price }) => (source === 'vendor' ? claimsOn(itemId, { price }) : []),
  facts: (_subject, tallies) => publicMembers({ prices: ascending(everyValue<number>(tallies, 'price')) }),
});
