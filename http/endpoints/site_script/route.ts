import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { SITE_SCRIPT } from '../../pages/site_script.ts';
import { PUBLIC_CHECKED, type Route } from '../../pipeline/route.ts';

/** The script of the pages. It is made when it is first asked for, so its name cannot follow its content. */
export function siteScriptRoute({ bundles }: Pick<Context, 'bundles'>): Route {
  return {
    path: SITE_SCRIPT,
    method: 'GET',
    budget: null,
    caching: PUBLIC_CHECKED,
    cors: false,
    keeping: { while: 'process', by: 'path' },
    refusals: 'page',
    answer: async () => {
      const { mediaType, bytes } = await bundles.read('site');
      return ok({ status: 200, mediaType, body: bytes });
    },
  };
}
