import { everyValue, oneValue, publicMembers } from './agreed.ts';
import { claimsOn } from './claims_on.ts';
import { ascending } from './order.ts';
import type { TalliedRollup } from './rollup.ts';

/**
 * What a vendor takes for an item, in copper: every price that three installs saw there last, and the agreed stock where
 * it is limited. Subject: `<vendor's NPC id>:<item id>`.
 */
export const vendor_goods: TalliedRollup = {
  name: 'vendor_goods',
  version: 1,
  shape: 'tallied',
  dated: false,
  kinds: ['vendor'],
  claims: (record) =>
    record.kind !== 'vendor'
      ? []
      : record.items.flatMap(({ itemId, priceCopper: price, limitedStock }) =>
          claimsOn(`${record.vendorNpcId}:${itemId}`, { price, limitedStock }),
        ),
  facts: (_subject, tallies) =>
    publicMembers({
      prices: ascending(everyValue<number>(tallies, 'price')),
      limitedStock: oneValue<number>(tallies, 'limitedStock'),
    }),
};
