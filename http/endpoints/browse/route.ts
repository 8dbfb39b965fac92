import type { Context } from '../../context.ts';
import { CACHE_BY_QUERY, createPageRoute } from '../../pages/page_route.ts';
import { loadOnce } from '../../pipeline/loaded_once.ts';
import type { Route } from '../../pipeline/route.ts';

const loadItemsPage = loadOnce(() => import('./items_page.ts'));
const loadItemClassPage = loadOnce(() => import('./item_class_page.ts'));
const loadPlacedPages = loadOnce(() => import('./placed_pages.ts'));
const loadZonesPage = loadOnce(() => import('./zones_page.ts'));
const loadQuestsPage = loadOnce(() => import('./quests_page.ts'));

/** Returns the routes for browsing: items by category, NPCs and objects by zone and name, quests by zone and name. */
export function createBrowseRoutes(context: Context): readonly Route[] {
  return [
    createPageRoute(context, {
      path: '/items',
      cachePolicy: CACHE_BY_QUERY,
      content: async ({ query }) => (await loadItemsPage()).createItemsPage(context, query),
    }),
    createPageRoute(context, {
      path: '/items/:class',
      cachePolicy: CACHE_BY_QUERY,
      content: async (call) => (await loadItemClassPage()).createItemClassPage(context, call),
    }),
    createPageRoute(context, {
      path: '/npcs',
      cachePolicy: CACHE_BY_QUERY,
      content: async ({ query }) => (await loadPlacedPages()).createNpcsPage(context, query),
    }),
    createPageRoute(context, {
      path: '/zones',
      cachePolicy: CACHE_BY_QUERY,
      content: async ({ query }) => (await loadZonesPage()).createZonesPage(context, query),
    }),
    createPageRoute(context, {
      path: '/objects',
      cachePolicy: CACHE_BY_QUERY,
      content: async ({ query }) => (await loadPlacedPages()).createObjectsPage(context, query),
    }),
    createPageRoute(context, {
      path: '/quests',
      cachePolicy: CACHE_BY_QUERY,
      content: async ({ query }) => (await loadQuestsPage()).createQuestsPage(context, query),
    }),
  ];
}
