import { COVERAGE_KINDS } from '../../../schema/vocabulary.ts';
import type { Chapter } from '../../openapi/operation.ts';
import { query, shape, UNREACHABLE, WRONG_PARAMETER, wholeFrom, word } from '../../openapi/parts.ts';
import { exampleBody } from '../examples.ts';

/** Documents the data of the quest board (contract, section 3, Coverage). */
export const chapter: Chapter = (setup) => [
  {
    path: '/coverage.json',
    operationId: 'getCoverage',
    tag: 'Observed',
    summary: 'What needs one or two more reports',
    description:
      'Subjects that only one or two installs reported, by kind and zone, without values, and the progress of each zone. The page /coverage shows the same as tasks for players.',
    parameters: [
      query('kind', 'Only subjects of this kind.', word(COVERAGE_KINDS), 'npc'),
      query('zone', 'Only subjects in the zone with this map id.', wholeFrom(1), 14),
      query('level', 'Only zones near this level, and zones of unknown level.', { ...wholeFrom(1), maximum: 100 }, 12),
      query('need', 'Only subjects that need this many more installs.', word(['1', '2']), '1'),
      query(
        'after',
        'Continues the list of one kind after a subject, given as <missing>.<id>. Needs kind.',
        { type: 'string', pattern: '^[12]\\.[0-9]{1,16}$', maxLength: 18 },
        '1.448',
      ),
    ],
    served: [
      {
        description: 'The subjects.',
        schema: shape('coverageResponse'),
        examples: { board: { summary: 'One task in one zone', value: exampleBody('coverage', setup) } },
        licence: 'observed',
      },
    ],
    refusals: { 400: WRONG_PARAMETER, 503: UNREACHABLE },
  },
];
