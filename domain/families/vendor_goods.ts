import { oneValue, publicMembers } from './counting/agreed.ts';
import { claimsOn } from './counting/claims_on.ts';
import { tallied } from './counting/family.ts';
import { agreedPrices, priceFields } from './counting/standing.ts';

/**
 * Price of an item at one vendor, in copper: every price that at least three installs list in their newest reports, and
 * the agreed stock if it is limited. Prices with a reputation discount are left out if the full price is known. The subject is `<vendor's NPC id>:<item id>`.
 */
export const vendor_goods = tallied({
  name: 'vendor_goods',
  version: 2,
  kinds: ['vendor'],
  subject: { kind: 'vendor', id: 0 },
  witnesses: { item: ['*:ID'], npc: ['ID:*'] },
  carded: { type: 'npc', subject: 'id-first' },
  claims: ({ vendorNpcId, standing, items }) =>
    items.flatMap(({ itemId, priceCopper, limitedStock }) =>
      claimsOn(`${vendorNpcId}:${itemId}`, { ...priceFields(priceCopper, standing), limitedStock }),
    ),
  facts: (_subject, tallies) =>
    publicMembers({
      prices: agreedPrices(tallies),
      limitedStock: oneValue<number>(tallies, 'limitedStock'),
    }),
});
