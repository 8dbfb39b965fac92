import type { Context } from '../../context.ts';
import { CACHE_BY_QUERY, createPageRoute } from '../../pages/page_route.ts';
import { loadOnce } from '../../pipeline/loaded_once.ts';
import type { Route } from '../../pipeline/route.ts';

const loadPage = loadOnce(() => import('./page.ts'));

/** Serves the list of professions, and a page for each profession with its recipes and the cheapest way to raise it. */
export function createProfessionRoutes(context: Context): readonly Route[] {
  return [
    createPageRoute(context, {
      path: '/professions',
      content: async () => (await loadPage()).createProfessionsPage(context),
    }),
    createPageRoute(context, {
      path: '/profession/:slug',
      // The cheapest way between two skill levels is the most expensive computation of all tools.
      budget: 'tools',
      cachePolicy: CACHE_BY_QUERY,
      content: async (call) => (await loadPage()).createProfessionPage(context, call),
    }),
  ];
}
