import { MARKET_RULE } from '../../../domain/reads/market.ts';
import { LIMITS } from '../../../schema/limits.ts';
import type { MarketPricesResponse } from '../../../schema/responses/marketPricesResponse.ts';
import type { MarketRealmsResponse } from '../../../schema/responses/marketRealmsResponse.ts';
import { HOUSES } from '../../../schema/vocabulary.ts';
import type { Chapter, InstanceSetup } from '../../openapi/operation.ts';
import { EXAMPLE_TIMES, query, shape, UNREACHABLE, WRONG_PARAMETER, word } from '../../openapi/parts.ts';

function realms({ attribution }: InstanceSetup): MarketRealmsResponse {
  return {
    ok: true,
    dataAsOf: EXAMPLE_TIMES.data,
    realms: ['Stormrage', 'Eastmoor'],
    houses: { Stormrage: ['Horde'], Eastmoor: [] },
    attribution,
  };
}

function prices({ attribution }: InstanceSetup): MarketPricesResponse {
  return {
    ok: true,
    dataAsOf: EXAMPLE_TIMES.data,
    rule: MARKET_RULE,
    fields: ['itemId', 'market', 'min', 'historical', 'quantity', 'day', 'reporters'],
    realm: 'Stormrage',
    house: 'Horde',
    items: [[2589, 15, 5, 17, 220, '2026-11-20', 3]],
    attribution,
  };
}

/** Documents the endpoint (contract, section 4, Market prices). */
export const chapter: Chapter = (ground) => [
  {
    path: '/api/market/prices',
    operationId: 'getMarketPrices',
    tag: 'Observed',
    summary: 'Market values of a realm',
    description: `From full auction scans that players started. Without realm: the realms that have public values. With realm: its items with the most units on sale, at most ${LIMITS.marketItemsMax.value}, each on its newest public day; a day is public with three reporters. A realm without reports has no items.`,
    parameters: [
      query(
        'realm',
        'A realm, in any spelling that differs only in case.',
        {
          type: 'string',
          minLength: LIMITS.marketRealmLengthMin.value,
          maxLength: LIMITS.marketRealmLengthMax.value,
        },
        'Stormrage',
      ),
      query('house', 'Only scans that named this auction house; needs realm.', word(HOUSES), 'Horde'),
    ],
    served: [
      {
        status: 200,
        description: 'The realms, or the values of the requested realm.',
        schema: { anyOf: [shape('marketRealmsResponse'), shape('marketPricesResponse')] },
        examples: {
          prices: { summary: 'With realm and house', value: prices(ground) },
          realms: { summary: 'Without a realm', value: realms(ground) },
        },
        licence: 'observed',
      },
    ],
    refusals: { 400: WRONG_PARAMETER, 503: UNREACHABLE },
  },
];
