import type { EdgesResponse } from '../../../schema/responses/edgesResponse.ts';
import { EDGE_EVIDENCE, ENTITY_KINDS, RELATIONS } from '../../../schema/vocabulary.ts';
import type { Chapter, InstanceSetup } from '../../openapi/operation.ts';
import {
  EXAMPLE_TIMES,
  NOTICE_EXAMPLE,
  PAGED,
  PAGING,
  query,
  SNAPSHOT_EXAMPLE,
  shape,
  unreachableExample,
  WRONG_PARAMETER,
  wholeFrom,
  word,
} from '../../openapi/parts.ts';
import { unreachableBody } from './route.ts';

const PATH = '/api/edges';

function page({ settings, attribution }: InstanceSetup): EdgesResponse {
  return {
    generatedAt: EXAMPLE_TIMES.written,
    dataAsOf: EXAMPLE_TIMES.data,
    unreachable: false,
    edges: [
      {
        fromKind: 'item',
        fromId: 25,
        rel: 'dropped_by',
        toKind: 'npc',
        toId: 6,
        evidence: 'observed',
        build: null,
        installs: 3,
        firstSeen: '2026-11-01',
        lastSeen: '2026-11-20',
      },
      {
        fromKind: 'item',
        fromId: 25,
        rel: 'same_icon',
        toKind: 'icon',
        toId: 9,
        evidence: 'client',
        build: NOTICE_EXAMPLE.build,
        installs: null,
        firstSeen: null,
        lastSeen: null,
      },
    ],
    attribution,
    gameData: NOTICE_EXAMPLE,
    offset: 0,
    limit: 2,
    total: 3,
    next: `${settings.publicUrl}${PATH}?from_kind=item&from_id=25&offset=2&limit=2&snapshot=${SNAPSHOT_EXAMPLE}`,
    snapshot: SNAPSHOT_EXAMPLE,
  };
}

/** Documents the endpoint (contract, section 4, Edges page). */
export const chapter: Chapter = (ground) => [
  {
    path: PATH,
    operationId: 'listRelations',
    tag: 'Observed',
    summary: 'Typed relations between entities of the game',
    description: `Sources of items (drops, vendors, quests) and zones of NPCs that at least three installs reported, with the number of installs. Relations from the game’s files follow: recipes, sets, icons, skill lines; they carry the build and are unconfirmed. Without filters the whole table is paged. If the storage cannot be read, the answer is 200 with unreachable: its list is empty and means unknown, not none. ${PAGED}`,
    parameters: [
      query('from_kind', 'The kind of entity at the start of the relation.', word(ENTITY_KINDS), 'item'),
      query('from_id', 'The game’s id of the entity at the start.', wholeFrom(1), 25),
      query('to_kind', 'The kind of entity at the end of the relation.', word(ENTITY_KINDS), 'npc'),
      query('to_id', 'The game’s id of the entity at the end.', wholeFrom(1), 6),
      query('rel', 'The type of the relation.', word(RELATIONS), 'dropped_by'),
      query(
        'evidence',
        'observed: players reported it; client: read from the game’s files.',
        word(EDGE_EVIDENCE),
        'observed',
      ),
      ...PAGING,
    ],
    served: [
      {
        status: 200,
        description: 'A page of relations, observed relations first.',
        schema: shape('edgesResponse'),
        examples: {
          page: { summary: 'A relation of each layer', value: page(ground) },
          unreachable: { summary: 'The storage cannot be read', value: unreachableBody(unreachableExample(ground)) },
        },
        licence: 'observed',
      },
    ],
    refusals: { 400: WRONG_PARAMETER },
  },
];
