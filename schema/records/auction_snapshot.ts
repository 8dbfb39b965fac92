import { integer, list, optional, strictObject } from '../fields.ts';
import { auctionRealm, copper, house, itemId } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** Single auctions that a player saw. */
export const auction_snapshot = recordKind({
  kind: 'auction_snapshot',
  visibility: 'private',
  sharing: null,
  description: 'Single auctions that a player saw. One upload may name at most 3 auction realms.',
  fields: {
    realm: auctionRealm(),
    house: optional(house()),
    auctions: list(
      'The auctions.',
      strictObject('One auction.', {
        itemId: itemId(),
        count: integer('How many units it holds.', 1, 1000),
        buyoutCopper: copper('The buyout of the stack; 0 if there is none.'),
        bidCopper: copper('The bid on the stack; 0 if there is none.'),
        timeLeft: integer('The time left, from 1 (short) to 4 (very long).', 1, 4),
      }),
      1,
      200,
    ),
  },
});
