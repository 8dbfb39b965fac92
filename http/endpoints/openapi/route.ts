import type { Bytes } from '../../../domain/ports/codec.ts';
import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { JSON_TYPE, json } from '../../pipeline/body.ts';
import { PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';
import type { Surface } from '../endpoint.ts';

/** Serves the OpenAPI document, which includes this endpoint (contract, section 4, OpenAPI document). */
export function openapiRoute(_: Context, surface: Surface): Route {
  let made: Bytes | null = null;
  return {
    path: '/api/openapi.json',
    method: 'GET',
    budget: null,
    cacheHeaders: PUBLIC_HOUR,
    cors: true,
    cachePolicy: { while: 'process', by: 'path' },
    refusals: 'apiError',
    answer: async () => {
      made ??= json(await surface.document());
      return ok({ status: 200, mediaType: JSON_TYPE, body: made });
    },
  };
}
