import { type MarketQuery, market_realm, market_realms } from '../../../domain/tools/market/market_pages.ts';
import { population } from '../../../domain/tools/people/population.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { HOUSES } from '../../../schema/vocabulary.ts';
import type { Context } from '../../context.ts';
import { createAsk } from '../../pages/ask.ts';
import { decodedPart } from '../../pages/decoded.ts';
import { basePath } from '../../pages/layout.ts';
import { BY_QUERY, pageRoute } from '../../pages/page_route.ts';
import { readParams } from '../../pipeline/params.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import type { Route } from '../../pipeline/route.ts';
import { realmNamed } from '../market/route.ts';
import { readMarketPlace, realmContent, realmsContent } from './page.ts';

const FOLDER = '/market/';

/** Serves the list of realms with a market, and a page for each realm with its market and population. */
export function marketPageRoutes(context: Context): readonly Route[] {
  const ask = createAsk(context);
  const base = basePath(context.settings.publicUrl);
  return [
    pageRoute(context, {
      path: '/market',
      cachePolicy: BY_QUERY,
      content: async ({ query }) => {
        const asked = readParams(query, (params) => ({ page: params.integer('page', 1, 1) }));
        if (!asked.ok) return asked;
        const answer = await ask(market_realms, asked.value);
        return answer.ok ? ok(realmsContent(answer.value, base)) : answer;
      },
    }),
    pageRoute(context, {
      path: `${FOLDER}:realm`,
      cachePolicy: BY_QUERY,
      content: async ({ path, query }) => {
        const asked = askedIn(path.slice(FOLDER.length), query);
        if (!asked.ok) return asked;
        const market = await ask(market_realm, asked.value);
        if (!market.ok) return market;
        const people = await ask(population, { realm: asked.value.realm });
        if (!people.ok) return people;
        if (market.value.page === undefined && people.value.page === undefined) {
          return err({ kind: 'not-found', error: market.value.reason ?? 'No facts about this realm are public yet.' });
        }
        return ok(realmContent(market.value, people.value, asked.value, base));
      },
    }),
  ];
}

/** Reads the realm, house and position of a request. */
function askedIn(encoded: string, query: string): Result<MarketQuery, Refusal> {
  const realm = realmNamed(decodedPart(encoded));
  if (!realm.ok) return realm;
  const asked = readParams(query, (params) => ({ house: params.choice('house', HOUSES), after: params.text('after') }));
  if (!asked.ok) return asked;
  const { house, after } = asked.value;
  const place = after === null ? ok(null) : readMarketPlace(after);
  return place.ok ? ok({ realm: realm.value, house, after: place.value }) : place;
}
