import { buildGameDataNotice } from '../../../domain/game_files/import/notice.ts';
import { readCategories } from '../../../domain/reads/items.ts';
import { ok } from '../../../domain/values/result.ts';
import type { ItemCategoriesResponse } from '../../../schema/responses/items.ts';
import type { Context } from '../../context.ts';
import { encodeJson, JSON_TYPE } from '../../pipeline/body.ts';
import { PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';
import { UNREACHABLE_SENTENCE } from '../../pipeline/route_docs.ts';

/** Serves the classes, slots and qualities that items can be filtered by (contract, section 4, Item categories). */
export function createCategoriesRoute({ snapshots }: Context): Route {
  return {
    path: '/api/items/categories',
    method: 'GET',
    budget: null,
    cacheHeaders: PUBLIC_HOUR,
    cachePolicy: { while: 'snapshot', by: 'path' },
    refusals: 'apiError',
    docs: ({ example }) => ({
      operationId: 'getItemCategories',
      tag: 'Game files',
      summary: 'Filters of items',
      description:
        'The classes and subclasses of the current build’s items with their number of items, and the slots and qualities. Each has the slug that /api/items accepts. Before the first import the build is "unrecorded" and the classes are empty.',
      served: [
        {
          description: 'The tree of classes, the slots and the qualities.',
          schema: 'itemCategoriesResponse',
          examples: { tree: { summary: 'A class with one subclass', value: example('itemCategories') } },
        },
      ],
      refusals: { 503: UNREACHABLE_SENTENCE },
    }),
    answer: async () => {
      const { classes, slots, qualities, game } = await readCategories(snapshots);
      const body: ItemCategoriesResponse = {
        classes: classes.map((one) => ({ ...one, subclasses: [...one.subclasses] })),
        slots: [...slots],
        qualities: [...qualities],
        gameData: buildGameDataNotice(game),
      };
      return ok({ status: 200, mediaType: JSON_TYPE, body: encodeJson(body) });
    },
  };
}
