import { LENGTHS, LIMITS } from '../../../schema/limits.ts';
import { PROTOCOL_VERSION } from '../../../schema/protocol.ts';
import type { JsonPart } from '../../../schema/rules.ts';
import { ENTITY_KINDS, RELATIONS } from '../../../schema/vocabulary.ts';
import type { Chapter, Documentation } from '../../openapi/operation.ts';
import {
  NO_SUCH_BYTES,
  NOTICE_EXAMPLE,
  RANGE_HEADERS,
  RANGE_RESPONSE_HEADERS,
  RANGES,
  shape,
  UNREACHABLE,
  wholeFrom,
  word,
} from '../../openapi/parts.ts';

const FIELDS = ['fromKind', 'fromId', 'rel', 'toKind', 'toId'];

const KIND = word(ENTITY_KINDS);
const ID = wholeFrom(1);

function tuple(prefixItems: readonly JsonPart[]): JsonPart {
  return {
    type: 'array',
    prefixItems,
    items: false,
    minItems: prefixItems.length,
    maxItems: prefixItems.length,
  };
}

/** The file's schema (contract, section 4, Client layer). It is not one of the published response shapes. */
const LAYER: JsonPart = {
  description: 'The relations that the game’s files hold, whole.',
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
      description: 'The game build; unrecorded where none was imported.',
    },
    extractedAt: { type: ['string', 'null'], maxLength: 100, description: 'When it was read from the client.' },
    fields: {
      description: 'What stands at each place of an edge.',
      ...tuple(FIELDS.map((name) => ({ const: name, type: 'string' }))),
    },
    edges: {
      description: 'The relations, each as a tuple in the order of fields.',
      type: 'array',
      items: tuple([KIND, ID, word(RELATIONS), KIND, ID]),
    },
    gameData: shape('gameDataNotice'),
  },
  required: ['ok', 'protocol', 'build', 'extractedAt', 'fields', 'edges', 'gameData'],
};

const EXAMPLE = {
  ok: true,
  protocol: PROTOCOL_VERSION,
  build: NOTICE_EXAMPLE.build,
  extractedAt: NOTICE_EXAMPLE.extractedAt,
  fields: FIELDS,
  edges: [
    ['item', 2589, 'reagent_for', 'spell', 3275],
    ['item', 25, 'same_icon', 'icon', 9],
  ],
  gameData: NOTICE_EXAMPLE,
};

export const schemas: Documentation['schemas'] = { clientLayer: LAYER };

/** Documents the endpoint (contract, section 4, Client layer). */
export const chapter: Chapter = () => [
  {
    path: '/api/edges/client-layer',
    operationId: 'getClientLayer',
    tag: 'Game files',
    summary: 'All relations of the game’s files',
    description:
      'The whole game-file relation layer of the current build as one object: not paged, not limited, several megabytes unpacked. Before a build was imported its build is "unrecorded" and its list empty.',
    parameters: RANGE_HEADERS,
    served: [
      {
        status: 200,
        description: 'The layer.',
        schema: shape('clientLayer'),
        examples: { layer: { summary: 'Two relations', value: EXAMPLE } },
        fields: RANGES,
      },
      {
        status: 206,
        description: 'The bytes that Range asked for; no JSON by themselves.',
        schema: null,
        examples: {},
        fields: RANGE_RESPONSE_HEADERS,
      },
    ],
    refusals: { 416: NO_SUCH_BYTES, 503: UNREACHABLE },
  },
];
