import type { Context } from '../../context.ts';
import { pageRoute } from '../../pages/page_route.ts';
import { loadedOnce } from '../../pipeline/loaded_once.ts';
import type { Route } from '../../pipeline/route.ts';

const loadPages = loadedOnce(() => import('./page.ts'));

/** Serves the list of classes with talent trees, and a page for each class. */
export function talentRoutes(context: Context): readonly Route[] {
  return [
    pageRoute(context, {
      path: '/talents',
      content: async () => (await loadPages()).talentsPage(context),
    }),
    pageRoute(context, {
      path: '/talents/:class',
      content: async (call) => (await loadPages()).classPage(context, call),
    }),
  ];
}
