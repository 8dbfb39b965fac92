import { id, list, optional, strictObject } from '../fields.ts';
import { copper, itemId, npcId } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** The goods of a vendor that a player visited. */
export const vendor = recordKind({
  kind: 'vendor',
  visibility: 'public',
  sharing: null,
  description: 'The goods of a vendor that a player visited.',
  fields: {
    vendorNpcId: npcId('The vendor.'),
    items: list(
      'The goods.',
      strictObject('One of the goods.', {
        itemId: itemId(),
        priceCopper: copper('The price of one.'),
        limitedStock: optional(id('How many the vendor had, where the stock is limited.')),
      }),
      1,
      200,
    ),
  },
});
