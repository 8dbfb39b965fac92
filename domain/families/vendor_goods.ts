import { agreeOnValue, omitNulls } from './counting/agreed.ts';
import { buildClaims } from './counting/claims_on.ts';
import { defineTalliedFamily } from './counting/family.ts';
import { computeVendorPrices, priceFields } from './counting/standing.ts';

/**
 * Prices of an item at one vendor, in copper, the leading one first, and those with a reputation discount that it
 * replaces; whether the stock is limited, as most installs say in their newest reports; and the agreed stock. The
 * subject is `<vendor's NPC id>:<item id>`.
 */
export const vendor_goods = defineTalliedFamily({
  name: 'vendor_goods',
  version: 3,
  kinds: ['vendor'],
  subject: { kind: 'vendor', id: 0 },
  witnesses: { item: ['*:ID'], npc: ['ID:*'] },
  carded: { type: 'npc', subject: 'id-first' },
  claims: ({ vendorNpcId, standing, items }, { game }) =>
    items.flatMap(({ itemId, priceCopper, limitedStock, limited }) =>
      buildClaims(`${vendorNpcId}:${itemId}`, {
        ...priceFields(priceCopper, standing, game),
        limitedStock,
        // Addons before contract 1.5.0 say only how many pieces are left, and nothing of goods that are sold out.
        limited: limitedStock === undefined ? limited : true,
      }),
    ),
  facts: (_subject, tallies) => {
    const limited = agreeOnValue<boolean>(tallies, 'limited');
    const limitedStock = limited?.value === true ? agreeOnValue<number>(tallies, 'limitedStock') : null;
    return omitNulls({ ...computeVendorPrices(tallies), limited, limitedStock });
  },
});
