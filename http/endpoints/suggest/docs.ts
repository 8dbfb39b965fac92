import { LENGTHS } from '../../../schema/limits.ts';
import type { Chapter } from '../../openapi/operation.ts';
import { neededQuery, shape, UNREACHABLE, WRONG_PARAMETER } from '../../openapi/parts.ts';
import { exampleBody } from '../examples.ts';

/** Documents the endpoint (contract, section 4, Suggestions). */
export const chapter: Chapter = (setup) => [
  {
    path: '/api/suggest',
    operationId: 'suggest',
    tag: 'Observed',
    summary: 'Names as you type',
    description:
      'Items, NPCs, quests, objects, zones, recipes, documents, professions, classes, realms and roles of NPCs whose names contain every word of a text, of which the last may be incomplete, for search boxes. Each has one line, such as where an item drops most surely. Spelling is not corrected: /search and the tools do that.',
    parameters: [
      neededQuery(
        'q',
        'The text as typed.',
        { type: 'string', minLength: LENGTHS.suggest.min, maxLength: LENGTHS.suggest.max },
        'short',
      ),
    ],
    served: [
      {
        description: 'The suggestions, best first. None fit, or no snapshot was written yet, if the list is empty.',
        schema: shape('suggestResponse'),
        examples: { rows: { summary: 'An item and an NPC', value: exampleBody('suggestions', setup) } },
        licence: 'observed',
      },
    ],
    refusals: { 400: WRONG_PARAMETER, 503: UNREACHABLE },
  },
];
