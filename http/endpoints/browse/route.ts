import type { Context } from '../../context.ts';
import { BY_QUERY, pageRoute } from '../../pages/page_route.ts';
import { loadOnce } from '../../pipeline/loaded_once.ts';
import type { Route } from '../../pipeline/route.ts';

const loadItemsPage = loadOnce(() => import('./items_page.ts'));
const loadItemClassPage = loadOnce(() => import('./item_class_page.ts'));
const loadPlacedPages = loadOnce(() => import('./placed_pages.ts'));
const loadZonesPage = loadOnce(() => import('./zones_page.ts'));
const loadQuestsPage = loadOnce(() => import('./quests_page.ts'));

/** Returns the routes for browsing: items by category, NPCs and objects by zone and name, quests by zone and name. */
export function browseRoutes(context: Context): readonly Route[] {
  return [
    pageRoute(context, {
      path: '/items',
      cachePolicy: BY_QUERY,
      content: async ({ query }) => (await loadItemsPage()).itemsPage(context, query),
    }),
    pageRoute(context, {
      path: '/items/:class',
      cachePolicy: BY_QUERY,
      content: async (call) => (await loadItemClassPage()).itemClassPage(context, call),
    }),
    pageRoute(context, {
      path: '/npcs',
      cachePolicy: BY_QUERY,
      content: async ({ query }) => (await loadPlacedPages()).npcsPage(context, query),
    }),
    pageRoute(context, {
      path: '/zones',
      cachePolicy: BY_QUERY,
      content: async ({ query }) => (await loadZonesPage()).zonesPage(context, query),
    }),
    pageRoute(context, {
      path: '/objects',
      cachePolicy: BY_QUERY,
      content: async ({ query }) => (await loadPlacedPages()).objectsPage(context, query),
    }),
    pageRoute(context, {
      path: '/quests',
      cachePolicy: BY_QUERY,
      content: async ({ query }) => (await loadQuestsPage()).questsPage(context, query),
    }),
  ];
}
