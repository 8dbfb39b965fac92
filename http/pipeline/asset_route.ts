import { ok } from '../../domain/values/result.ts';
import type { Body } from './body.ts';
import { type CacheHeaders, type CachePolicy, PUBLIC_REVALIDATED, type Route } from './route.ts';

/** Cached until the program restarts, for a response that depends only on the program and its settings. */
export const CACHED_UNTIL_RESTART: CachePolicy = { while: 'process', by: 'path' };

/**
 * Returns the route of a file that depends only on the program and its settings, such as a script or a style sheet.
 * `read` is called on the first request.
 */
export function assetRoute(
  path: string,
  read: () => Promise<{ readonly mediaType: string; readonly bytes: Body }>,
  cacheHeaders: CacheHeaders = PUBLIC_REVALIDATED,
): Route {
  return {
    path,
    method: 'GET',
    budget: null,
    refusals: 'page',
    cacheHeaders,
    cachePolicy: CACHED_UNTIL_RESTART,
    answer: async () => {
      const { mediaType, bytes } = await read();
      return ok({ status: 200, mediaType, body: bytes });
    },
  };
}
