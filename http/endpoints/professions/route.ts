import type { Context } from '../../context.ts';
import { BY_QUERY, pageRoute } from '../../pages/page_route.ts';
import type { Route } from '../../pipeline/route.ts';

/** Professions: which there are, and the recipes of one with the cheapest way to raise it. */
export const professionRoutes = (context: Context): readonly Route[] => [
  pageRoute(context, {
    path: '/professions',
    content: async () => (await import('./list_page.ts')).professionsPage(context),
  }),
  pageRoute(context, {
    path: '/profession/:slug',
    // The cheapest way between two skills is the most that any tool works out.
    budget: 'tools',
    keeping: BY_QUERY,
    content: async (call) => (await import('./page.ts')).professionPage(context, call),
  }),
];
