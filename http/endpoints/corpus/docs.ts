import { PUBLIC_KINDS } from '../../../schema/record_kinds.ts';
import type { Chapter } from '../../openapi/operation.ts';
import { PAGED, PAGING, pinQuery, query, shape, UNREACHABLE, WRONG_PARAMETER } from '../../openapi/parts.ts';
import { exampleBody } from '../examples.ts';

const PATH = '/api/corpus/public';
const KIND = `(?:${PUBLIC_KINDS.join('|')})`;

/** Documents the endpoint (contract, section 4, Corpus page). */
export const chapter: Chapter = (setup) => [
  {
    path: PATH,
    operationId: 'listPublicRecords',
    tag: 'Observed',
    summary: 'The raw feed of public records',
    description: `Anonymous records as players’ addons sent them, without install ids, so that anyone can check the counts behind a published fact. It includes single reports: if you publish numbers computed from it, require three installs, as this service does. Named records appear only under a grant. ${PAGED}`,
    parameters: [
      query(
        'kinds',
        `Only records of these kinds, separated by commas: ${PUBLIC_KINDS.join(', ')}.`,
        { type: 'string', pattern: `^${KIND}(?:,${KIND})*$`, maxLength: 2_000 },
        'loot,item_seen',
      ),
      pinQuery('since', 'Only rows that became public after this snapshot, which an earlier answer gave as snapshot.'),
      ...PAGING,
    ],
    served: [
      {
        description: 'A page of records.',
        schema: shape('corpusPublicResponse'),
        examples: { page: { summary: 'Two records of two kinds', value: exampleBody('corpus', setup) } },
        csv: 'A row for each record; record is the whole record as JSON.',
        licence: 'observed',
      },
    ],
    refusals: { 400: WRONG_PARAMETER, 503: UNREACHABLE },
  },
];
