import type { ItemCategoriesResponse } from '../../../schema/responses/itemCategoriesResponse.ts';
import type { Chapter } from '../../openapi/operation.ts';
import { NOTICE_EXAMPLE, shape, UNREACHABLE } from '../../openapi/parts.ts';

const EXAMPLE: ItemCategoriesResponse = {
  classes: [
    {
      id: 2,
      name: 'Weapon',
      label: 'Weapons',
      slug: 'weapon',
      items: 214,
      subclasses: [{ id: 7, name: 'Sword', slug: 'sword', items: 61 }],
    },
  ],
  slots: [{ slug: 'main-hand', name: 'Main Hand' }],
  qualities: [{ id: 1, name: 'Common', slug: 'common' }],
  gameData: NOTICE_EXAMPLE,
};

/** Documents the endpoint (contract, section 4, Item categories). */
export const chapter: Chapter = () => [
  {
    path: '/api/items/categories',
    operationId: 'getItemCategories',
    tag: 'Game files',
    summary: 'Filters of items',
    description:
      'The classes and subclasses of the current build’s items with their number of items, and the slots and qualities. Each has the slug that /api/items accepts. Before the first import the build is "unrecorded" and the classes are empty.',
    parameters: [],
    served: [
      {
        status: 200,
        description: 'The tree of classes, the slots and the qualities.',
        schema: shape('itemCategoriesResponse'),
        examples: { tree: { summary: 'A class with one subclass', value: EXAMPLE } },
      },
    ],
    refusals: { 503: UNREACHABLE },
  },
];
