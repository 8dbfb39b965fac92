import type { Context } from '../../context.ts';
import { CACHE_BY_QUERY, createPageRoute } from '../../pages/page_route.ts';
import { loadOnce } from '../../pipeline/loaded_once.ts';
import type { Route } from '../../pipeline/route.ts';

const loadPage = loadOnce(() => import('./page.ts'));

/** Serves the page that searches documents and names, even misspelt ones. */
export function createSearchRoute(context: Context): Route {
  return createPageRoute(context, {
    path: '/search',
    budget: 'tools',
    cachePolicy: CACHE_BY_QUERY,
    content: async ({ query }) => (await loadPage()).createSearchPage(context, query),
  });
}
