import { everyValue, publicMembers } from './agreed.ts';
import { claimsOn } from './claims_on.ts';
import { ascending } from './order.ts';
import type { TalliedRollup } from './rollup.ts';

/**
 * What vendors take for an item, in copper per unit, where the reports do not say which vendor: every price that three
 * installs saw last. Subject: the item's id. Auction prices are kept for the feed only (contract, section 3).
 */
export const vendor_prices: TalliedRollup = {
  name: 'vendor_prices',
  version: 1,
  shape: 'tallied',
  dated: false,
  kinds: ['price_seen'],
  claims: (record) =>
    record.kind !== 'price_seen' || record.source !== 'vendor'
      ? []
      : claimsOn(record.itemId, { price: record.priceCopper }),
  facts: (_subject, tallies) => publicMembers({ prices: ascending(everyValue<number>(tallies, 'price')) }),
};
