import { copper, flag, id, nullable, oneOf, optional, strictObject } from '../fields.ts';
import { DAYS_BACK, LIST_MAX } from '../limits.ts';
import { count, otherRealmsField, text } from '../response_fields.ts';
import { HOUSES } from '../vocabulary.ts';
import { array, day, entity, houseArgument, marketValue, pageAnswer, realmArgument, unusualDay } from './parts.ts';
import { toolContract } from './tool.ts';

export const auction_history = toolContract('auction_history', {
  title: 'Auction prices of an item by day',
  description:
    'Daily auction prices of an item on a realm: market value, lowest price, units on sale and number of installs that scanned. In copper per unit. Days with scans from fewer than three installs are left out, without interpolation. Use market_value for the newest day only.',
  layers: ['observed'],
  arguments: {
    itemId: id('The item, by its id in the game.'),
    realm: realmArgument(),
    house: optional(houseArgument()),
  },
  output: pageAnswer('The item’s public days.', {
    item: entity('The item.'),
    realm: text('The realm as this instance spells it.', 120),
    otherRealms: otherRealmsField(),
    house: nullable(oneOf('The auction house, or null for all houses together.', HOUSES)),
    days: array(
      `Its public days, the newest first, at most ${LIST_MAX.auctionDays}.`,
      strictObject('One public day.', {
        day: day('The day.'),
        market: copper('Market value per unit.'),
        min: copper('Lowest price per unit.'),
        quantity: count('Units on sale.'),
        reporters: count('Distinct installs behind the day.'),
        unusual: unusualDay(),
      }),
      LIST_MAX.auctionDays,
    ),
    full: flag(`True where ${LIST_MAX.auctionDays} days are listed: there may be older ones, which are not.`),
    rule: text('How a day becomes public and how values are computed.', 4_000),
  }),
});

export const market_value = toolContract('market_value', {
  title: 'Market value of an item',
  description: `The auction price of an item on a realm: market value, lowest price, median of the last ${DAYS_BACK.historical} days and units on sale, from days with scans from at least three installs. In copper per unit. Use auction_history for the individual days.`,
  layers: ['observed'],
  arguments: {
    itemId: id('The item, by its id in the game.'),
    realm: realmArgument(),
    house: optional(houseArgument()),
  },
  output: pageAnswer('The item’s newest public day that enough players scanned.', {
    item: entity('The item.'),
    value: marketValue('Its market value.'),
    otherRealms: otherRealmsField(),
    rule: text('How a day becomes public and how values are computed.', 4_000),
  }),
});
