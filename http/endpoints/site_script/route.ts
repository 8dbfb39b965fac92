import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { SITE_SCRIPT } from '../../pages/picture.ts';
import { PUBLIC_CHECKED, type Route } from '../../pipeline/route.ts';

/** Serves the script for pages. It is bundled on the first request, so its file name cannot contain a digest. */
export function siteScriptRoute({ bundles }: Pick<Context, 'bundles'>): Route {
  return {
    path: SITE_SCRIPT,
    method: 'GET',
    budget: null,
    cacheHeaders: PUBLIC_CHECKED,
    cachePolicy: { while: 'process', by: 'path' },
    refusals: 'page',
    answer: async () => {
      const { mediaType, bytes } = await bundles.read('site');
      return ok({ status: 200, mediaType, body: bytes });
    },
  };
}
