import type { Chapter } from '../../openapi/operation.ts';
import { shape, UNREACHABLE } from '../../openapi/parts.ts';
import { exampleBody } from '../examples.ts';

/** Documents the endpoint (contract, section 4, Item categories). */
export const chapter: Chapter = (setup) => [
  {
    path: '/api/items/categories',
    operationId: 'getItemCategories',
    tag: 'Game files',
    summary: 'Filters of items',
    description:
      'The classes and subclasses of the current build’s items with their number of items, and the slots and qualities. Each has the slug that /api/items accepts. Before the first import the build is "unrecorded" and the classes are empty.',
    served: [
      {
        description: 'The tree of classes, the slots and the qualities.',
        schema: shape('itemCategoriesResponse'),
        examples: { tree: { summary: 'A class with one subclass', value: exampleBody('itemCategories', setup) } },
      },
    ],
    refusals: { 503: UNREACHABLE },
  },
];
