import { LENGTHS, LIMITS } from '../../../schema/limits.ts';
import type { JsonPart } from '../../../schema/rules.ts';
import { ENTITY_KINDS, RELATIONS } from '../../../schema/vocabulary.ts';
import { ACCEPT_RANGES, RANGE_HEADERS, RANGE_REFUSAL, RANGE_RESPONSE_HEADERS } from '../../openapi/parts.ts';
import { wholeSchema } from '../../pipeline/query.ts';
import type { Documentation, ListOperations } from '../../pipeline/route_docs.ts';
import { buildSchemaRef, enumSchema, UNREACHABLE_SENTENCE } from '../../pipeline/route_docs.ts';

const EDGE_FIELDS = ['fromKind', 'fromId', 'rel', 'toKind', 'toId'];

const KIND_SCHEMA = enumSchema(ENTITY_KINDS);
const ID_SCHEMA = wholeSchema(1);

function createTupleSchema(prefixItems: readonly JsonPart[]): JsonPart {
  return {
    type: 'array',
    prefixItems,
    items: false,
    minItems: prefixItems.length,
    maxItems: prefixItems.length,
  };
}

/** The file's schema (contract, section 4, Client layer). It is not one of the published response shapes. */
const LAYER_SCHEMA: JsonPart = {
  description: 'All relations from the game’s files.',
  type: 'object',
  properties: {
    ok: { const: true, type: 'boolean', description: 'The request was served.' },
    protocol: {
      type: 'string',
      maxLength: LIMITS.protocolLengthMax.value,
      description: 'The version of the contract that the file follows.',
    },
    build: {
      type: 'string',
      maxLength: LENGTHS.build.max,
      description: 'The game build, or unrecorded if none was imported.',
    },
    extractedAt: { type: ['string', 'null'], maxLength: 100, description: 'When the files were read from the client.' },
    fields: {
      description: 'The names of the elements of an edge.',
      ...createTupleSchema(EDGE_FIELDS.map((name) => ({ const: name, type: 'string' }))),
    },
    edges: {
      description: 'The relations, each as a tuple in the order of fields.',
      type: 'array',
      items: createTupleSchema([KIND_SCHEMA, ID_SCHEMA, enumSchema(RELATIONS), KIND_SCHEMA, ID_SCHEMA]),
    },
    gameData: buildSchemaRef('gameDataNotice'),
  },
  required: ['ok', 'protocol', 'build', 'extractedAt', 'fields', 'edges', 'gameData'],
};

export const schemas: Documentation['schemas'] = { clientLayer: LAYER_SCHEMA };

/** Documents the endpoint (contract, section 4, Client layer). */
export const listOperations: ListOperations = (setup) => [
  {
    path: '/api/edges/client-layer',
    operationId: 'getClientLayer',
    tag: 'Game files',
    summary: 'All relations from the game’s files',
    description:
      'All relations from the game’s files of the current build as one object: not paged, not limited, several megabytes when decompressed. Before the first import the build is "unrecorded" and the list empty.',
    parameters: RANGE_HEADERS,
    served: [
      {
        description: 'The layer.',
        schema: buildSchemaRef('clientLayer'),
        examples: { layer: { summary: 'Two relations', value: setup.example('clientLayer') } },
        fields: ACCEPT_RANGES,
      },
      {
        status: 206,
        description: 'The bytes requested with Range, which are not valid JSON on their own.',
        schema: null,
        fields: RANGE_RESPONSE_HEADERS,
      },
    ],
    refusals: { 416: RANGE_REFUSAL, 503: UNREACHABLE_SENTENCE },
  },
];
