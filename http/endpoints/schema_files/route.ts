import { ok } from '../../../domain/values/result.ts';
import { publishedDocument, publishedPaths } from '../../../schema/published.ts';
import type { Context } from '../../context.ts';
import { JSON_TYPE, json } from '../../pipeline/body.ts';
import { PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';

/** Serves the published contract. Each document has its own route (contract, section 4, Schema files). */
export function schemaRoutes(_context: Context): readonly Route[] {
  return publishedPaths().map((path) => ({
    path: `/schema${path}`,
    method: 'GET',
    budget: null,
    cacheHeaders: PUBLIC_HOUR,
    cors: true,
    cachePolicy: { while: 'process', by: 'path' },
    refusals: 'apiError',
    answer: async () => ok({ status: 200, mediaType: JSON_TYPE, body: json(publishedDocument(path)) }),
  }));
}
