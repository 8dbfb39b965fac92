import { SLOTS } from '../../../domain/game_files/slugs.ts';
import { LENGTHS } from '../../../schema/limits.ts';
import { SLUG_PATTERN } from '../../../schema/response_fields.ts';
import type { JsonPart } from '../../../schema/rules.ts';
import { QUALITIES } from '../../../schema/vocabulary.ts';
import type { Chapter } from '../../openapi/operation.ts';
import { idsQuery, PAGED, PAGING, query, shape, WRONG_PARAMETER, wholeFrom, word } from '../../openapi/parts.ts';
import { exampleBody } from '../examples.ts';

const PATH = '/api/items';
const SLUG: JsonPart = {
  type: 'string',
  pattern: SLUG_PATTERN,
  minLength: LENGTHS.slug.min,
  maxLength: LENGTHS.slug.max,
};

/** Documents the endpoint (contract, section 4, Item row). */
export const chapter: Chapter = (setup) => [
  {
    path: PATH,
    operationId: 'listItems',
    tag: 'Game files',
    summary: 'Items of the current build',
    description: `Items as the game’s files describe them, unconfirmed. Ids only; names come from uploads. null means that the files have no such table, column or row. /api/items/categories lists the slugs. ${PAGED}`,
    parameters: [
      query('item', 'One item.', wholeFrom(1), 25),
      idsQuery('items', '25,36'),
      query('class', 'The slug of a class.', SLUG, 'weapon'),
      query('subclass', 'The slug or number of a subclass within the class; needs class.', SLUG, 'sword'),
      query('slot', 'The slug of a slot.', word(SLOTS.map(({ slug }) => slug)), 'main-hand'),
      query('quality', 'Its quality.', word(QUALITIES), 'common'),
      ...PAGING,
    ],
    served: [
      {
        description: 'A page of items.',
        schema: shape('itemsResponse'),
        examples: { page: { summary: 'A sword', value: exampleBody('items', setup) } },
        csv: 'A row for each item.',
      },
    ],
    refusals: {
      400: WRONG_PARAMETER,
      503: 'No build was imported, or the storage cannot be read: the items are unknown, not zero.',
    },
  },
];
