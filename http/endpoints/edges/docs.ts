import { EDGE_EVIDENCE, ENTITY_KINDS, RELATIONS } from '../../../schema/vocabulary.ts';
import type { Chapter } from '../../openapi/operation.ts';
import {
  PAGED,
  PAGING,
  query,
  shape,
  unreachableExample,
  WRONG_PARAMETER,
  wholeFrom,
  word,
} from '../../openapi/parts.ts';
import { exampleBody } from '../examples.ts';
import { unreachableBody } from './route.ts';

const PATH = '/api/edges';

/** Documents the endpoint (contract, section 4, Edges page). */
export const chapter: Chapter = (setup) => [
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
        description: 'A page of relations, observed relations first.',
        schema: shape('edgesResponse'),
        examples: {
          page: { summary: 'A relation of each layer', value: exampleBody('edges', setup) },
          unreachable: { summary: 'The storage cannot be read', value: unreachableBody(unreachableExample(setup)) },
        },
        csv: 'A row for each relation.',
        licence: 'observed',
      },
    ],
    refusals: { 400: WRONG_PARAMETER },
  },
];
