import type { Chapter } from '../../openapi/operation.ts';
import { shape } from '../../openapi/parts.ts';
import { exampleBody } from '../examples.ts';

/** Documents the endpoint (contract, section 4, Health). */
export const chapter: Chapter = (setup) => [
  {
    path: '/api/health',
    operationId: 'getHealth',
    tag: 'Service',
    summary: 'Whether the public snapshot is fresh',
    description: 'The state of the snapshot, not its contents. Not limited, never cached.',
    served: [
      {
        description: 'The snapshot was written recently.',
        schema: shape('healthResponse'),
        examples: { fresh: { summary: 'Fresh', value: exampleBody('fresh', setup) } },
      },
      {
        status: 503,
        description: 'The snapshot is stale, missing or unavailable.',
        schema: shape('healthResponse'),
        examples: { unavailable: { summary: 'It cannot be read', value: exampleBody('unavailable', setup) } },
      },
    ],
  },
];
