import * as v from 'valibot';
import { type FilterChoices, readFilterChoices } from '../../../domain/tools/market/market_filter.ts';
import { market_compared, market_realm, market_realms } from '../../../domain/tools/market/market_pages.ts';
import { population } from '../../../domain/tools/people/population.ts';
import { err, ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { createAsker, createReader } from '../../pages/ask.ts';
import { decodePathPart } from '../../pages/decoded.ts';
import { toBasePath } from '../../pages/layout.ts';
import { CACHE_BY_QUERY, createPageRoute } from '../../pages/page_route.ts';
import { readQuery, text, wholeNumberOr } from '../../pipeline/query.ts';
import type { Route } from '../../pipeline/route.ts';
import { parseRealmName } from '../market/route.ts';
import { renderComparison } from './compared.ts';
import { renderOverview } from './overview.ts';
import { renderRealm } from './page.ts';
import { readComparedQuery, readRealmQuery } from './query.ts';

const MARKET_FOLDER = '/market/';
const REALMS_QUERY = v.object({ page: wholeNumberOr(1), realm: text() });
const NO_FILTER_CHOICES: FilterChoices = { itemClasses: [], professions: [] };

/** Serves the realms with a market, several of them side by side, and a page for each realm. */
export function createMarketPageRoutes(context: Context): readonly Route[] {
  const ask = createAsker(context);
  const see = createReader(context);
  const base = toBasePath(context.settings.publicUrl);
  return [
    createPageRoute(context, {
      path: '/market',
      cachePolicy: CACHE_BY_QUERY,
      content: async ({ query }) => {
        const compared = readComparedQuery(query);
        if (!compared.ok) return compared;
        if (compared.value.realms.length > 0) {
          const answer = await ask(market_compared, compared.value);
          return answer.ok ? ok(renderComparison(answer.value, compared.value, base)) : answer;
        }
        const asked = readQuery(REALMS_QUERY, query);
        if (!asked.ok) return asked;
        const { page, realm } = asked.value;
        const chosen = realm ? parseRealmName(realm) : ok(null);
        if (!chosen.ok) return chosen;
        const answer = await ask(market_realms, { page, realm: chosen.value });
        return answer.ok ? ok(renderOverview(answer.value, realm !== null, base)) : answer;
      },
    }),
    createPageRoute(context, {
      path: `${MARKET_FOLDER}:realm`,
      cachePolicy: CACHE_BY_QUERY,
      content: async ({ path, query }) => {
        const choices = (await see(readFilterChoices))?.value ?? NO_FILTER_CHOICES;
        const asked = readRealmQuery(decodePathPart(path.slice(MARKET_FOLDER.length)), query, choices);
        if (!asked.ok) return asked;
        const market = await ask(market_realm, asked.value);
        if (!market.ok) return market;
        const people = await ask(population, { realm: market.value.page?.realm ?? asked.value.realm });
        if (!people.ok) return people;
        if (market.value.page === undefined && people.value.page === undefined) {
          return err({ kind: 'not-found', error: market.value.reason ?? 'No facts about this realm are public yet.' });
        }
        return ok(renderRealm(market.value, people.value, asked.value, choices, base));
      },
    }),
  ];
}
