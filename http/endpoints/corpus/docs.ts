import { PUBLIC_KINDS } from '../../../schema/record_kinds.ts';
import type { CorpusPublicResponse } from '../../../schema/responses/corpusPublicResponse.ts';
import type { Chapter, InstanceSetup } from '../../openapi/operation.ts';
import {
  EXAMPLE_TIMES,
  PAGED,
  PAGING,
  pinQuery,
  query,
  SNAPSHOT_EXAMPLE,
  shape,
  UNREACHABLE,
  WRONG_PARAMETER,
} from '../../openapi/parts.ts';

const PATH = '/api/corpus/public';
const KIND = `(?:${PUBLIC_KINDS.join('|')})`;

function example({ settings, attribution }: InstanceSetup): CorpusPublicResponse {
  return {
    ok: true,
    uploads: 3,
    records: [
      {
        kind: 'loot',
        eventId: '9f86d081884c7d659a2feaa0',
        capturedAt: '2026-11-20T10:00:00.000Z',
        sourceNpcId: 6,
        sourceEvidence: 'loot-api',
        items: [{ itemId: 25, count: 1 }],
      },
      {
        kind: 'item_seen',
        capturedAt: '2026-11-20T10:00:05.000Z',
        itemId: 25,
        name: 'Worn Shortsword',
        quality: 'common',
      },
    ] as unknown as CorpusPublicResponse['records'],
    dataAsOf: EXAMPLE_TIMES.data,
    kinds: ['loot', 'item_seen'],
    legacyRecords: 0,
    attribution,
    offset: 0,
    limit: 2,
    total: 5,
    next: `${settings.publicUrl}${PATH}?kinds=loot,item_seen&offset=2&limit=2&snapshot=${SNAPSHOT_EXAMPLE}`,
    snapshot: SNAPSHOT_EXAMPLE,
  };
}

/** Documents the endpoint (contract, section 4, Corpus page). */
export const chapter: Chapter = (ground) => [
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
        status: 200,
        description: 'A page of records.',
        schema: shape('corpusPublicResponse'),
        examples: { page: { summary: 'Two records of two kinds', value: example(ground) } },
        licence: 'observed',
      },
    ],
    refusals: { 400: WRONG_PARAMETER, 503: UNREACHABLE },
  },
];
