import type { Chapter } from '../../openapi/operation.ts';

/** Documents the endpoint (contract, section 4, OpenAPI document). */
export const chapter: Chapter = () => [
  {
    path: '/api/openapi.json',
    operationId: 'getOpenApi',
    tag: 'Service',
    summary: 'This document',
    description: 'The whole API as an OpenAPI 3.1 document, made from the routes and schemas of the service.',
    served: [
      {
        description: 'The document.',
        schema: {
          type: 'object',
          description: 'An OpenAPI document.',
          properties: {
            openapi: { type: 'string', pattern: '^3\\.1\\.', description: 'The version of OpenAPI.' },
            info: { type: 'object', description: 'What the API is.' },
            paths: { type: 'object', description: 'The endpoints by path.' },
          },
          required: ['openapi', 'info', 'paths'],
          additionalProperties: true,
        },
      },
    ],
  },
];
