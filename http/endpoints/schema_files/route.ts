import { ok } from '../../../domain/values/result.ts';
import { limitsOf, publishedDocument, publishedPaths } from '../../../schema/published.ts';
import type { Context } from '../../context.ts';
import { UNTIL_RESTART } from '../../pipeline/asset_route.ts';
import { encodeJson, JSON_TYPE } from '../../pipeline/body.ts';
import { PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';

/** The only document that depends on the instance: it names the game. */
const LIMITS_PATH = '/limits.json';

/** Serves the published contract. Each document has its own route (contract, section 4, Schema files). */
export function schemaRoutes({ settings }: Context): readonly Route[] {
  return publishedPaths().map((path) => ({
    path: `/schema${path}`,
    method: 'GET',
    budget: null,
    cacheHeaders: PUBLIC_HOUR,
    cors: true,
    ...(path === LIMITS_PATH ? { thread: 'answering' } : { cachePolicy: UNTIL_RESTART }),
    refusals: 'apiError',
    answer: async () => {
      const document = path === LIMITS_PATH ? limitsOf(settings.game) : publishedDocument(path);
      return ok({ status: 200, mediaType: JSON_TYPE, body: encodeJson(document) });
    },
  }));
}
