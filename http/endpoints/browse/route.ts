import type { Context } from '../../context.ts';
import { BY_QUERY, pageRoute } from '../../pages/page_route.ts';
import type { Route } from '../../pipeline/route.ts';

/** Lists to look around in: items by category, NPCs by zone and name, quests by zone and name. */
export const browseRoutes = (context: Context): readonly Route[] => [
  pageRoute(context, {
    path: '/items',
    keeping: BY_QUERY,
    content: async ({ query }) => (await import('./items_page.ts')).itemsPage(context, query),
  }),
  pageRoute(context, {
    path: '/items/:class',
    keeping: BY_QUERY,
    content: async (call) => (await import('./item_class_page.ts')).itemClassPage(context, call),
  }),
  pageRoute(context, {
    path: '/npcs',
    keeping: BY_QUERY,
    content: async ({ query }) => (await import('./npcs_page.ts')).npcsPage(context, query),
  }),
  pageRoute(context, {
    path: '/quests',
    keeping: BY_QUERY,
    content: async ({ query }) => (await import('./quests_page.ts')).questsPage(context, query),
  }),
];
