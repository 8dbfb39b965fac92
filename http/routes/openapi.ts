import type { Bytes } from '../../domain/ports/codec.ts';
import { ok } from '../../domain/values/result.ts';
import type { Context } from '../context.ts';
import { JSON_TYPE, json } from '../pipeline/body.ts';
import { PUBLIC_HOUR, type Route } from '../pipeline/route.ts';

/** The whole API as an OpenAPI document, itself among the `others` (spec, GET /api/openapi.json). */
export const openapiRoute = ({ settings }: Context, others: readonly Route[]): Route => {
  let made: Bytes | null = null;
  const route: Route = {
    path: '/api/openapi.json',
    method: 'GET',
    budget: null,
    caching: PUBLIC_HOUR,
    cors: true,
    keeping: { while: 'process', by: 'path' },
    refusals: 'apiError',
    answer: async () => {
      if (made === null) {
        // Its chapters are loaded, and it is made, when it is first asked for: an instance starts the sooner.
        const { documentOf } = await import('../openapi/document.ts');
        made = json(documentOf([...others, route], settings));
      }
      return ok({ status: 200, mediaType: JSON_TYPE, body: made });
    },
  };
  return route;
};
