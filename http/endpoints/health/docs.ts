import type { HealthResponse } from '../../../schema/responses/healthResponse.ts';
import type { Chapter } from '../../openapi/operation.ts';
import { EXAMPLE_TIMES, SNAPSHOT_EXAMPLE, shape } from '../../openapi/parts.ts';

const FRESH: HealthResponse = {
  ok: true,
  snapshot: {
    state: 'fresh',
    id: SNAPSHOT_EXAMPLE,
    writtenAt: EXAMPLE_TIMES.written,
    dataAsOf: EXAMPLE_TIMES.data,
    ageSeconds: 124,
    maxAgeSeconds: 1800,
    uploads: 41,
    records: 9_214,
  },
  exports: { state: 'ok', reason: null, writtenAt: EXAMPLE_TIMES.written },
};

const UNAVAILABLE: HealthResponse = {
  ok: false,
  snapshot: {
    state: 'unavailable',
    id: null,
    writtenAt: null,
    dataAsOf: null,
    ageSeconds: null,
    maxAgeSeconds: 1800,
    uploads: null,
    records: null,
  },
  exports: { state: null, reason: null, writtenAt: null },
};

/** Documents the endpoint (contract, section 4, Health). */
export const chapter: Chapter = () => [
  {
    path: '/api/health',
    operationId: 'getHealth',
    tag: 'Service',
    summary: 'Whether the public snapshot is fresh',
    description: 'The state of the snapshot, not its contents. Not limited, never cached.',
    parameters: [],
    served: [
      {
        status: 200,
        description: 'The snapshot was written recently.',
        schema: shape('healthResponse'),
        examples: { fresh: { summary: 'Fresh', value: FRESH } },
      },
      {
        status: 503,
        description: 'The snapshot is stale, missing or unavailable.',
        schema: shape('healthResponse'),
        examples: { unavailable: { summary: 'It cannot be read', value: UNAVAILABLE } },
      },
    ],
    refusals: {},
  },
];
