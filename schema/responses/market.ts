import * as v from 'valibot';
import { always, id, list, nullable, oneOf, openObject, optional } from '../fields.ts';
import { DAYS_BACK, LIMITS, LIST_MAX } from '../limits.ts';
import { count, otherRealmsField, servedField, text } from '../response_fields.ts';
import { day, instant } from '../time_fields.ts';
import { HOUSES } from '../vocabulary.ts';
import { attribution } from './attribution.ts';

/** Fields of one item's market value. Names and values are published in this order. */
const PRICE_TUPLE_FIELDS = {
  itemId: id('The item.'),
  market: count('The market value of its newest public day. In copper per unit.'),
  min: count('The lowest price of that day. In copper per unit.'),
  historical: count(
    `The median market value over the public days in the ${DAYS_BACK.historical} days ending with that day. In copper per unit.`,
  ),
  quantity: count('The units listed that day.'),
  day: day('The newest public day.'),
  reporters: count('Distinct installs that scanned it that day.'),
};

/** Market values of one realm's items. */
export const marketPricesResponse = openObject(
  'Market values of the items of one realm, those with most units first.',
  {
    ok: servedField(),
    dataAsOf: nullable(instant('Receipt time of the newest upload in the answer, or null if unknown.')),
    rule: text('How a day becomes public and how the values are computed.', 2_000),
    fields: v.pipe(
      v.strictTuple([
        always('First.', 'itemId'),
        always('Second.', 'market'),
        always('Third.', 'min'),
        always('Fourth.', 'historical'),
        always('Fifth.', 'quantity'),
        always('Sixth.', 'day'),
        always('Seventh.', 'reporters'),
      ]),
      v.description('The value at each position of an item’s tuple.'),
    ),
    realm: nullable(text('The realm asked for.', 80)),
    otherRealms: otherRealmsField(),
    house: optional(oneOf('The auction house asked for; the values come only from scans that named it.', HOUSES)),
    items: list(
      'The items, each as a tuple in the order of fields.',
      v.pipe(
        v.strictTuple([
          PRICE_TUPLE_FIELDS.itemId,
          PRICE_TUPLE_FIELDS.market,
          PRICE_TUPLE_FIELDS.min,
          PRICE_TUPLE_FIELDS.historical,
          PRICE_TUPLE_FIELDS.quantity,
          PRICE_TUPLE_FIELDS.day,
          PRICE_TUPLE_FIELDS.reporters,
        ]),
        v.description('One item.'),
      ),
      0,
      LIMITS.marketItemsMax.value,
    ),
    attribution,
  },
);

export type MarketPricesResponse = v.InferOutput<typeof marketPricesResponse>;

function realmField() {
  return text('A realm’s name, in its most reported spelling.', 80);
}

/** The realms with public market values. */
export const marketRealmsResponse = openObject('The realms that have public market values.', {
  ok: servedField(),
  dataAsOf: nullable(instant('Receipt time of the newest upload in the answer, or null if unknown.')),
  realms: list('The realms.', realmField(), 0, LIST_MAX.marketRealms),
  houses: optional(
    v.pipe(
      v.record(realmField(), list('Its auction houses.', oneOf('An auction house.', HOUSES), 0, HOUSES.length)),
      v.description(
        'Per realm, the auction houses that have public values of their own, from scans that named their house.',
      ),
    ),
  ),
  attribution,
});

export type MarketRealmsResponse = v.InferOutput<typeof marketRealmsResponse>;
