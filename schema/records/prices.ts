import { copper, flag, id, integer, oneOf, optional, table, token } from '../fields.ts';
import { auctionRealm, house, itemId, npcId, quantity, realm, standing } from '../record_fields.ts';
import { ID_PATTERN, privateRecord, publicRecord } from '../record_kind.ts';
import { PRICE_SOURCES } from '../vocabulary.ts';

/** Prices that players saw. */

export const auction_scan = publicRecord('auction_scan', {
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
    items: table('Auctions of equal item and price, added up.', [1, 200], 'Units of one item at one price.', {
      itemId: itemId(),
      unitPriceCopper: integer('The buyout per unit, rounded up. In copper.', 1),
      quantity: quantity('How many units are offered at it.'),
    }),
  },
});

export const auction_snapshot = privateRecord('auction_snapshot', {
  description: 'Single auctions that a player saw. One upload may name at most 3 auction realms.',
  fields: {
    realm: auctionRealm(),
    house: optional(house()),
    auctions: table('The auctions.', [1, 200], 'One auction.', {
      itemId: itemId(),
      count: integer('How many units it holds.', 1, 1000),
      buyoutCopper: copper('The buyout of the stack; 0 if there is none.'),
      bidCopper: copper('The bid on the stack; 0 if there is none.'),
      timeLeft: integer('The time left, from 1 (short) to 4 (very long).', 1, 4),
    }),
  },
});

export const price_seen = publicRecord('price_seen', {
  description:
    'A price that a player saw. The realm of an auction price counts among the at most 3 auction realms of an upload.',
  fields: {
    itemId: itemId(),
    priceCopper: copper('The price of one unit.'),
    source: oneOf('Where it was seen.', PRICE_SOURCES),
    realm: optional(realm()),
    quantity: optional(quantity('How many units were offered at it.')),
  },
});

export const vendor = publicRecord('vendor', {
  description: 'The goods of a vendor that a player visited.',
  fields: {
    vendorNpcId: npcId('The vendor.'),
    standing: standing(),
    items: table('The goods.', [1, 200], 'One of the goods.', {
      itemId: itemId(),
      priceCopper: copper('The price of one.'),
      limitedStock: optional(id('How many the vendor had, where the stock is limited.')),
      limited: optional(
        flag('Whether the stock is limited, also when it is sold out; false if the client says that it is not.'),
      ),
    }),
  },
});
