import { MARKET_RULE } from '../../../domain/reads/market.ts';
import { LENGTHS, LIMITS } from '../../../schema/limits.ts';
import { HOUSES } from '../../../schema/vocabulary.ts';
import type { Chapter } from '../../openapi/operation.ts';
import { idsQuery, query, shape, sharedParameter, UNREACHABLE, WRONG_PARAMETER, word } from '../../openapi/parts.ts';
import { exampleBody } from '../examples.ts';

/** Documents the endpoint (contract, section 4, Market prices). */
export const chapter: Chapter = (setup) => [
  {
    path: '/api/market/prices',
    operationId: 'getMarketPrices',
    tag: 'Observed',
    summary: 'Market values of a realm',
    description: `From full auction scans that players started. Without realm: the realms that have public values. With realm: its items with the most units on sale, at most ${LIMITS.marketItemsMax.value}, each on its newest public day; a day is public with three reporters. A realm without reports has no items.`,
    parameters: [
      query(
        'realm',
        'A realm, in any spelling that differs only in case. Without the mark of a region, as in "Everlook (EU)", the realm of this name with most reporters in the last 14 days.',
        {
          type: 'string',
          minLength: LIMITS.marketRealmLengthMin.value,
          // The mark does not count towards the limit.
          maxLength: LIMITS.marketRealmLengthMax.value + LENGTHS.markedRealm.max - LENGTHS.realm.max,
        },
        'Stormrage',
      ),
      query('house', 'Only scans that named this auction house; needs realm.', word(HOUSES), 'Horde'),
      idsQuery('items of the realm; needs realm', '2589,2592'),
      sharedParameter('format'),
    ],
    served: [
      {
        description: 'The realms, or the values of the requested realm.',
        schema: { anyOf: [shape('marketRealmsResponse'), shape('marketPricesResponse')] },
        examples: {
          prices: { summary: 'With realm and house', value: { ...exampleBody('prices', setup), rule: MARKET_RULE } },
          realms: { summary: 'Without a realm', value: exampleBody('realms', setup) },
        },
        csv: 'A row for each item with its agreed name, or for each realm.',
        licence: 'observed',
      },
    ],
    refusals: { 400: WRONG_PARAMETER, 503: UNREACHABLE },
  },
];
