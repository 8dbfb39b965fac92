import { flag, integer, list, optional, strictObject, token } from '../fields.ts';
import { auctionRealm, house, itemId, quantity } from '../record_fields.ts';
import { ID_PATTERN, recordKind } from '../record_kind.ts';

/** A part of a full auction scan that a player started. */
export const auction_scan = recordKind({
  kind: 'auction_scan',
  visibility: 'public',
  sharing: null,
  description:
    'A part of a full auction scan that a player started. All records of one scan have the same scanId; the scan is complete when every one of them says so. Auctions without a buyout are left out. One upload may name at most 3 auction realms.',
  fields: {
    realm: auctionRealm(),
    house: optional(house()),
    scanId: token(
      'The scan: one id per scan, the same in all its records.',
      3,
      64,
      ID_PATTERN,
      'letters, digits, ":", "_" and "-"',
    ),
    complete: optional(flag('Whether the scan ran to its end.')),
    items: list(
      'Auctions of equal item and price, added up.',
      strictObject('Units of one item at one price.', {
        itemId: itemId(),
        unitPriceCopper: integer('The buyout per unit, rounded up. In copper.', 1),
        quantity: quantity('How many units are offered at it.'),
      }),
      1,
      200,
    ),
  },
});
