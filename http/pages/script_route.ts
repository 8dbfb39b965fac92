import type { BundleName } from '../../domain/ports/assets.ts';
import { ok } from '../../domain/values/result.ts';
import type { Context } from '../context.ts';
import { PUBLIC_CHECKED, type Route } from '../pipeline/route.ts';
import { UNTIL_RESTART } from './page_route.ts';

/** Returns the route of a page's script, which is bundled on the first request. */
export function scriptRoute({ bundles }: Pick<Context, 'bundles'>, path: string, bundle: BundleName): Route {
  return {
    path,
    method: 'GET',
    budget: null,
    refusals: 'page',
    cacheHeaders: PUBLIC_CHECKED,
    cachePolicy: UNTIL_RESTART,
    answer: async () => {
      const { mediaType, bytes } = await bundles.read(bundle);
      return ok({ status: 200, mediaType, body: bytes });
    },
  };
}
