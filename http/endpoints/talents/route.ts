import type { Context } from '../../context.ts';
import { pageRoute } from '../../pages/page_route.ts';
import type { Route } from '../../pipeline/route.ts';

/** Talents: the classes that have trees in the imported build, and the trees of one. */
export const talentRoutes = (context: Context): readonly Route[] => [
  pageRoute(context, {
    path: '/talents',
    content: async () => (await import('./list_page.ts')).talentsPage(context),
  }),
  pageRoute(context, {
    path: '/talents/:class',
    content: async (call) => (await import('./page.ts')).classPage(context, call),
  }),
];
