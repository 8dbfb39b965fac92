import { TOOLTIP_TYPES } from '../../../schema/vocabulary.ts';
import type { Chapter } from '../../openapi/operation.ts';
import { inPath, shape, UNREACHABLE, WRONG_PARAMETER, wholeFrom, word } from '../../openapi/parts.ts';
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
        status: 200,
        description: 'The card.',
        schema: shape('tooltipResponse'),
        examples: { item: { summary: 'An item, without game files', value: exampleBody('card', setup) } },
        licence: 'observed',
      },
    ],
    refusals: { 400: WRONG_PARAMETER, 404: 'There is no public data for it yet.', 503: UNREACHABLE },
  },
];
