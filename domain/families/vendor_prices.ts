import { everyValue, publicMembers } from './counting/agreed.ts';
import { claimsOn } from './counting/claims_on.ts';
import { tallied } from './counting/family.ts';
import { ascending } from './counting/order.ts';

/**
 * Vendor price of an item, in copper per unit, from reports that do not name the vendor: every price that at least
 * three installs reported in their newest records. Subject: the item's id. Auction prices only go to the feed
 * (contract, section 3).
 */
export const vendor_prices = tallied({
  name: 'vendor_prices',
  version: 1,
  dated: false,
  kinds: ['price_seen'],
  subject: { kind: 'item', id: 0 },
  logged: true,
  witnesses: { item: ['ID'] },
  carded: { type: 'item', subject: 'id' },
  claims: (record) =>
    record.kind !== 'price_seen' || record.source !== 'vendor'
      ? []
      : claimsOn(record.itemId, { price: record.priceCopper }),
  facts: (_subject, tallies) => publicMembers({ prices: ascending(everyValue<number>(tallies, 'price')) }),
});
