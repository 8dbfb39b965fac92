import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { UNTIL_RESTART } from '../../pages/page_route.ts';
import { DATA_SCRIPT, MAPS_SCRIPT, SITE_SCRIPT, SUGGEST_SCRIPT } from '../../pages/picture.ts';
import { scriptRoute } from '../../pages/script_route.ts';
import { utf8 } from '../../pipeline/body.ts';
import { PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';

/** Placeholder in the script for suggestions. */
const ICONS = 'THIRD_WITNESS_ICONS';

/**
 * Serves the scripts that every page loads, and those for tables, plots and maps. They are bundled on the first request,
 * so their file names cannot contain a digest.
 */
export function siteScriptRoutes({ bundles, icons }: Pick<Context, 'bundles' | 'icons'>): readonly Route[] {
  return [
    scriptRoute({ bundles }, SITE_SCRIPT, 'site'),
    scriptRoute({ bundles }, DATA_SCRIPT, 'data'),
    scriptRoute({ bundles }, MAPS_SCRIPT, 'maps'),
    {
      path: SUGGEST_SCRIPT,
      method: 'GET',
      budget: null,
      cachePolicy: UNTIL_RESTART,
      refusals: 'page',
      cacheHeaders: PUBLIC_HOUR,
      answer: async () => {
        const { mediaType, bytes } = await bundles.read('suggest');
        const program = new TextDecoder().decode(bytes).replace(ICONS, `${icons !== null}`);
        return ok({ status: 200, mediaType, body: utf8(program) });
      },
    },
  ];
}
