import { id, optional, strictObject } from '../fields.ts';
import { DAYS_BACK } from '../limits.ts';
import { plain } from '../response_fields.ts';
import { entity, houseArgument, marketValue, pageAnswer, realmArgument } from './parts.ts';
import { toolContract } from './tool.ts';

/** An item's market value at a realm's auctions. */
export const market_value = toolContract({
  name: 'market_value',
  title: 'Market value of an item',
  description: `The auction price of an item on a realm: market value, lowest price, mean of the last ${DAYS_BACK.historical} days and units on sale, from days with scans from at least three installs. In copper per unit. Use auction_history for the individual days.`,
  layers: ['observed'],
  arguments: {
    itemId: id('The item, by its id in the game.'),
    realm: realmArgument(),
    house: optional(houseArgument()),
  },
  output: pageAnswer(
    strictObject('The item’s newest public day.', {
      item: entity('The item.'),
      value: marketValue('Its market value.'),
      rule: plain('How a day becomes public and how values are computed.', 4_000),
    }),
  ),
});
