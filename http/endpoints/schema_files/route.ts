import { ok } from '../../../domain/values/result.ts';
import { buildLimitsDocument, findDocument, listDocuments } from '../../../schema/published.ts';
import type { Context } from '../../context.ts';
import { CACHED_UNTIL_RESTART } from '../../pipeline/asset_route.ts';
import { encodeJson, JSON_TYPE } from '../../pipeline/body.ts';
import { PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';

/** The only document that depends on the instance: it names the game. */
const LIMITS_PATH = '/limits.json';

/** Serves the published contract. Each document has its own route (contract, section 4, Schema files). */
export function createSchemaRoutes({ settings }: Context): readonly Route[] {
  return listDocuments().map((path) => ({
    path: `/schema${path}`,
    method: 'GET',
    budget: null,
    cacheHeaders: PUBLIC_HOUR,
    cors: true,
    ...(path === LIMITS_PATH ? { thread: 'answering' } : { cachePolicy: CACHED_UNTIL_RESTART }),
    refusals: 'apiError',
    answer: async () => {
      const document = path === LIMITS_PATH ? buildLimitsDocument(settings.game) : findDocument(path);
      return ok({ status: 200, mediaType: JSON_TYPE, body: encodeJson(document) });
    },
  }));
}
