import { everyValue, oneValue, publicMembers } from './counting/agreed.ts';
import { claimsOn } from './counting/claims_on.ts';
import { tallied } from './counting/family.ts';
import { ascending } from './counting/order.ts';

/**
 * Price of an item at one vendor, in copper: every price that at least three installs list in their newest reports, and
 * the agreed stock if it is limited. The subject is `<vendor's NPC id>:<item id>`.
 */
export const vendor_goods = tallied({
  name: 'vendor_goods',
  version: 1,
  kinds: ['vendor'],
  subject: { kind: 'vendor', id: 0 },
  witnesses: { item: ['*:ID'], npc: ['ID:*'] },
  carded: { type: 'npc', subject: 'id-first' },
  claims: ({ vendorNpcId, items }) =>
    items.flatMap(({ itemId, priceCopper: price, limitedStock }) =>
      claimsOn(`${vendorNpcId}:${itemId}`, { price, limitedStock }),
    ),
  facts: (_subject, tallies) =>
    publicMembers({
      prices: ascending(everyValue<number>(tallies, 'price')),
      limitedStock: oneValue<number>(tallies, 'limitedStock'),
    }),
});
