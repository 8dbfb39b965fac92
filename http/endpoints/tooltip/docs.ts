import { TOOLTIP_TYPES } from '../../../schema/vocabulary.ts';
import type { Chapter } from '../../openapi/operation.ts';
import { idsQuery, inPath, shape, UNREACHABLE, WRONG_PARAMETER, wholeFrom, word } from '../../openapi/parts.ts';
import { exampleBody } from '../examples.ts';

/** Documents the endpoint (contract, section 4, Tooltip). */
export const chapter: Chapter = (setup) => [
  {
    path: '/api/tooltip/{type}/{id}',
    operationId: 'getTooltip',
    tag: 'Observed',
    summary: 'A hover card',
    description:
      'The card of an entity that has at least one public observed fact, for pages of any origin. [?] in a line marks a value that is missing in the game’s files; properties that are missing completely are named on the last line. Cards with data from the game’s files have gameData.',
    parameters: [
      inPath('type', 'The type of the entity.', word(TOOLTIP_TYPES), 'item'),
      inPath('id', 'Its id in the game.', wholeFrom(1), 25),
    ],
    served: [
      {
        description: 'The card.',
        schema: shape('tooltipResponse'),
        examples: { item: { summary: 'An item, without game files', value: exampleBody('card', setup) } },
        licence: 'observed',
      },
    ],
    refusals: { 400: WRONG_PARAMETER, 404: 'There is no public data for it yet.', 503: UNREACHABLE },
  },
  {
    path: '/api/tooltip/{type}',
    operationId: 'getTooltips',
    tag: 'Observed',
    summary: 'Several hover cards',
    description: 'The cards of several entities of one type, for pages of any origin. Each id counts as one request.',
    parameters: [
      inPath('type', 'The type of the entities.', word(TOOLTIP_TYPES), 'item'),
      { ...idsQuery('entities', '25,36'), required: true },
    ],
    served: [
      {
        description: 'The cards, and the ids that have no public data yet.',
        schema: shape('tooltipsResponse'),
        examples: {
          item: {
            summary: 'One of two items has data',
            value: { ok: true, cards: [exampleBody('card', setup)], missing: [36] },
          },
        },
        licence: 'observed',
      },
    ],
    refusals: { 400: WRONG_PARAMETER, 503: UNREACHABLE },
  },
];
