import {
  MARKET_RULE,
  type MarketPrices,
  type MarketRealms,
  type PricesQuery,
  readMarketPrices,
  readMarketRealms,
  readNamedPrices,
} from '../../../domain/reads/market.ts';
import { type BadParameter, badParameter } from '../../../domain/reads/refusal.ts';
import { attributionOf } from '../../../domain/values/attribution.ts';
import { instantOrNull } from '../../../domain/values/instant.ts';
import { quoted } from '../../../domain/values/quoted.ts';
import { splitRealm } from '../../../domain/values/realm_name.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { LIMITS } from '../../../schema/limits.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import type { MarketPricesResponse, MarketRealmsResponse } from '../../../schema/responses/market.ts';
import { codePoints, normaliseName } from '../../../schema/text.ts';
import { HOUSES } from '../../../schema/vocabulary.ts';
import type { Context } from '../../context.ts';
import { JSON_TYPE, json } from '../../pipeline/body.ts';
import { csvAnswer, wantsCsv } from '../../pipeline/csv_answer.ts';
import { licenceFieldsOf } from '../../pipeline/headers.ts';
import { readParams, unitsOfIds } from '../../pipeline/params.ts';
import { PUBLIC_CHECKED, type Route } from '../../pipeline/route.ts';

/** Serves the list of realms with public market values, or one realm's values (contract, section 4, Market prices). */
export function marketRoute({ snapshots, settings }: Context): Route {
  const attribution = attributionOf(settings);
  const licenceFields = licenceFieldsOf(attribution);
  return {
    path: '/api/market/prices',
    method: 'GET',
    budget: 'market',
    units: unitsOfIds,
    cacheHeaders: PUBLIC_CHECKED,
    cachePolicy: { while: 'snapshot', by: 'query' },
    refusals: 'apiError',
    answer: async (call) => {
      const asked = queryOf(call.query);
      if (!asked.ok) return asked;
      const { query, isCsv } = asked.value;
      const fields = licenceFields(null);
      if (query === null) {
        const realms = await readMarketRealms(snapshots);
        if (isCsv) return ok(csvAnswer({ name: 'realms', columns: ['name', 'houses'], rows: realms.realms }, fields));
        return ok({ status: 200, mediaType: JSON_TYPE, body: json(realmsBody(realms, attribution)), fields });
      }
      const prices = await readMarketPrices(snapshots, query);
      if (isCsv) {
        const rows = await readNamedPrices(prices);
        return ok(csvAnswer({ name: 'prices', columns: CSV_COLUMNS, rows }, fields));
      }
      const body = json(pricesBody(prices, query.house, attribution));
      return ok({ status: 200, mediaType: JSON_TYPE, body, fields });
    },
  };
}

const CSV_COLUMNS = ['itemId', 'name', 'market', 'min', 'historical', 'quantity', 'day', 'reporters', 'unusual'];

/** The query is null if the request is for the list of realms. */
interface MarketRequest {
  readonly query: PricesQuery | null;
  readonly isCsv: boolean;
}

function queryOf(query: string): Result<MarketRequest, BadParameter> {
  const asked = readParams(query, (params) => ({
    realm: params.text('realm'),
    house: params.choice('house', HOUSES),
    ids: params.ids(),
    isCsv: wantsCsv(params),
  }));
  if (!asked.ok) return asked;
  const { realm, house, ids, isCsv } = asked.value;
  if (realm === null) {
    const given = house === null ? (ids === null ? null : 'ids is given') : `house is ${house}`;
    if (given === null) return ok({ query: null, isCsv });
    const sentence = `realm must name a realm where ${house === null ? 'ids' : 'house'} is given; it is absent and ${given}.`;
    return err(badParameter('realm', sentence));
  }
  const named = realmNamed(realm);
  return named.ok ? ok({ query: { realm: named.value, house: house ?? '', ids }, isCsv }) : named;
}

function realmsBody({ view, realms }: MarketRealms, attribution: Attribution): MarketRealmsResponse {
  return {
    ok: true,
    dataAsOf: instantOrNull(view.row.dataAsOfMs),
    realms: realms.map(({ name }) => name),
    houses: Object.fromEntries(realms.map(({ name, houses }) => [name, [...houses]])),
    attribution,
  };
}

const FIELDS: MarketPricesResponse['fields'] = [
  'itemId',
  'market',
  'min',
  'historical',
  'quantity',
  'day',
  'reporters',
];

function pricesBody(
  { snapshot, realm, otherRealms, items }: MarketPrices,
  house: PricesQuery['house'],
  attribution: Attribution,
): MarketPricesResponse {
  return {
    ok: true,
    dataAsOf: instantOrNull(snapshot.view.row.dataAsOfMs),
    rule: MARKET_RULE,
    fields: FIELDS,
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
export function realmNamed(realm: string, parameter = 'realm'): Result<string, BadParameter> {
  const name = normaliseName(realm);
  if (isRealmLong(realm) && isRealmLong(name)) return ok(name);
  const { marketRealmLengthMin: min, marketRealmLengthMax: max } = LIMITS;
  const needed = `the name of a realm, of ${min.value} to ${max.value} characters`;
  return err(badParameter(parameter, `${parameter} must be ${needed}; it is ${quoted(realm)}.`));
}

function isRealmLong(text: string): boolean {
  const { name, mark } = splitRealm(text);
  const { marketRealmLengthMin: min, marketRealmLengthMax: max } = LIMITS;
  return codePoints(text) >= min.value && codePoints(mark === null ? text : name) <= max.value;
}
