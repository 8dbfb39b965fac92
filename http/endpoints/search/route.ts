import type { Context } from '../../context.ts';
import { BY_QUERY, pageRoute } from '../../pages/page_route.ts';
import { loadedOnce } from '../../pipeline/loaded_once.ts';
import type { Route } from '../../pipeline/route.ts';

const loadPage = loadedOnce(() => import('./page.ts'));

/** The page that searches names, including misspelt ones, and documents. */
export function searchRoute(context: Context): Route {
  return pageRoute(context, {
    path: '/search',
    budget: 'tools',
    keeping: BY_QUERY,
    content: async ({ query }) => (await loadPage()).searchPage(context, query),
  });
}
