import * as v from 'valibot';
import {
  MARKET_RULE,
  type MarketPrices,
  type MarketRealms,
  type PricesQuery,
  pickNamedPrices,
  readMarketPrices,
  readMarketRealms,
} from '../../../domain/reads/market.ts';
import { type BadParameter, badParameter } from '../../../domain/reads/refusal.ts';
import { createAttribution } from '../../../domain/values/attribution.ts';
import { toInstantOrNull } from '../../../domain/values/instant.ts';
import { quote } from '../../../domain/values/quoted.ts';
import { splitRegion } from '../../../domain/values/realm_name.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { LENGTHS, LIMITS } from '../../../schema/limits.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import type { MarketPricesResponse, MarketRealmsResponse } from '../../../schema/responses/market.ts';
import { countCodePoints, normaliseName } from '../../../schema/text.ts';
import { HOUSES } from '../../../schema/vocabulary.ts';
import type { Context } from '../../context.ts';
import { encodeJson, JSON_TYPE } from '../../pipeline/body.ts';
import { formatParameter, toCsvAnswer } from '../../pipeline/csv_answer.ts';
import { createLicenceFields } from '../../pipeline/headers.ts';
import { choice, ids, text } from '../../pipeline/query.ts';
import { createRoute, PUBLIC_REVALIDATED, type Route } from '../../pipeline/route.ts';
import { buildSchemaRef, UNREACHABLE_SENTENCE, WRONG_PARAMETER } from '../../pipeline/route_docs.ts';

const QUERY = v.object({
  realm: text(
    'A realm, in any spelling that differs only in case. Without the mark of a region, as in "Everlook (EU)", the realm of this name with most reporters in the last 14 days.',
    'Stormrage',
    {
      minLength: LIMITS.marketRealmLengthMin.value,
      // The mark does not count towards the limit.
      maxLength: LIMITS.marketRealmLengthMax.value + LENGTHS.markedRealm.max - LENGTHS.realm.max,
    },
  ),
  house: choice(HOUSES, 'Only scans that named this auction house; needs realm.', 'Horde'),
  ids: ids('items of the realm; needs realm', '2589,2592'),
  format: formatParameter,
});

/** Serves the list of realms with public market values, or one realm's values (contract, section 4, Market prices). */
export function createMarketRoute({ snapshots, settings }: Context): Route {
  const attribution = createAttribution(settings);
  const fields = createLicenceFields(attribution)(null);
  return createRoute({
    path: '/api/market/prices',
    budget: 'market',
    cacheHeaders: PUBLIC_REVALIDATED,
    cachePolicy: { while: 'snapshot', by: 'query' },
    query: QUERY,
    docs: ({ example }) => ({
      operationId: 'getMarketPrices',
      tag: 'Observed',
      summary: 'Market values of a realm',
      description: `From full auction scans that players started. Without realm: the realms that have public values. With realm: its items with the most units on sale, at most ${LIMITS.marketItemsMax.value}, each on its newest public day; a day is public with three reporters. A realm without reports has no items.`,
      served: [
        {
          description: 'The realms, or the values of the requested realm.',
          schema: { anyOf: [buildSchemaRef('marketRealmsResponse'), buildSchemaRef('marketPricesResponse')] },
          examples: {
            prices: { summary: 'With realm and house', value: { ...example('prices'), rule: MARKET_RULE } },
            realms: { summary: 'Without a realm', value: example('realms') },
          },
          csv: 'A row for each item with its agreed name, or for each realm.',
          licence: 'observed',
        },
      ],
      refusals: { 400: WRONG_PARAMETER, 503: UNREACHABLE_SENTENCE },
    }),
    handle: async (asked) => {
      const isCsv = asked.format === 'csv';
      const query = parsePrices(asked);
      if (!query.ok) return query;
      if (query.value === null) {
        const realms = await readMarketRealms(snapshots);
        if (isCsv) return ok(toCsvAnswer({ name: 'realms', columns: ['name', 'houses'], rows: realms.realms }, fields));
        return ok({ status: 200, mediaType: JSON_TYPE, body: encodeJson(toRealmsBody(realms, attribution)), fields });
      }
      const prices = await readMarketPrices(snapshots, query.value);
      if (isCsv) {
        const rows = await pickNamedPrices(prices);
        return ok(toCsvAnswer({ name: 'prices', columns: CSV_COLUMNS, rows }, fields));
      }
      const body = encodeJson(toPricesBody(prices, query.value.house, attribution));
      return ok({ status: 200, mediaType: JSON_TYPE, body, fields });
    },
  });
}

const CSV_COLUMNS = ['itemId', 'name', 'market', 'min', 'historical', 'quantity', 'day', 'reporters', 'unusual'];

/** Returns the query for one realm's values, or null if the request is for the list of realms. */
function parsePrices({ realm, house, ids }: v.InferOutput<typeof QUERY>): Result<PricesQuery | null, BadParameter> {
  if (realm === null) {
    const given = house === null ? (ids === null ? null : 'ids is given') : `house is ${house}`;
    if (given === null) return ok(null);
    const sentence = `realm must name a realm where ${house === null ? 'ids' : 'house'} is given; it is absent and ${given}.`;
    return err(badParameter('realm', sentence));
  }
  const named = parseRealmName(realm);
  return named.ok ? ok({ realm: named.value, house: house ?? '', ids }) : named;
}

function toRealmsBody({ view, realms }: MarketRealms, attribution: Attribution): MarketRealmsResponse {
  return {
    ok: true,
    dataAsOf: toInstantOrNull(view.row.dataAsOfMs),
    realms: realms.map(({ name }) => name),
    houses: Object.fromEntries(realms.map(({ name, houses }) => [name, [...houses]])),
    attribution,
  };
}

const CSV_FIELDS: MarketPricesResponse['fields'] = [
  'itemId',
  'market',
  'min',
  'historical',
  'quantity',
  'day',
  'reporters',
];

function toPricesBody(
  { snapshot, realm, otherRealms, items }: MarketPrices,
  house: PricesQuery['house'],
  attribution: Attribution,
): MarketPricesResponse {
  return {
    ok: true,
    dataAsOf: toInstantOrNull(snapshot.view.row.dataAsOfMs),
    rule: MARKET_RULE,
    fields: CSV_FIELDS,
    realm,
    ...(otherRealms === undefined ? {} : { otherRealms: [...otherRealms] }),
    ...(house === '' ? {} : { house }),
    items: items.map((one) => [
      ...([one.itemId, one.market, one.min, one.historical, one.quantity, one.day, one.reporters] as const),
    ]),
    attribution,
  };
}

/**
 * Trims and NFC-normalises the name of a realm. Rejects names that are too short or too long for a realm, not counting
 * the mark of the region.
 */
export function parseRealmName(realm: string, parameter = 'realm'): Result<string, BadParameter> {
  const name = normaliseName(realm);
  if (isRealmTooLong(realm) && isRealmTooLong(name)) return ok(name);
  const { marketRealmLengthMin: min, marketRealmLengthMax: max } = LIMITS;
  const needed = `the name of a realm, of ${min.value} to ${max.value} characters`;
  return err(badParameter(parameter, `${parameter} must be ${needed}; it is ${quote(realm)}.`));
}

function isRealmTooLong(text: string): boolean {
  const { name, mark } = splitRegion(text);
  const { marketRealmLengthMin: min, marketRealmLengthMax: max } = LIMITS;
  return countCodePoints(text) >= min.value && countCodePoints(mark === null ? text : name) <= max.value;
}
