import type { Context } from '../../context.ts';
import { CACHE_BY_QUERY, createPageRoute } from '../../pages/page_route.ts';
import { TALENTS_SCRIPT } from '../../pages/picture.ts';
import { assetRoute } from '../../pipeline/asset_route.ts';
import { loadOnce } from '../../pipeline/loaded_once.ts';
import type { Route } from '../../pipeline/route.ts';

const loadPages = loadOnce(() => import('./page.ts'));

/** Serves the list of classes with talent trees, a calculator for each class, and the calculator's script. */
export function createTalentRoutes(context: Context): readonly Route[] {
  return [
    createPageRoute(context, {
      path: '/talents',
      content: async () => (await loadPages()).createTalentsPage(context),
    }),
    createPageRoute(context, {
      path: '/talents/:class',
      cachePolicy: CACHE_BY_QUERY,
      content: async (call) => (await loadPages()).createClassPage(context, call),
    }),
    assetRoute(TALENTS_SCRIPT, () => context.bundles.read('talents')),
  ];
}
