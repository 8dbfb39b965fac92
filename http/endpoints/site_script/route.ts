import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { DATA_SCRIPT, MAPS_SCRIPT, SITE_SCRIPT, SUGGEST_SCRIPT } from '../../pages/picture.ts';
import { utf8 } from '../../pipeline/body.ts';
import { PUBLIC_CHECKED, PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';

/** Placeholder in the script for suggestions. */
const ICONS = 'THIRD_WITNESS_ICONS';

/**
 * Serves the scripts that every page loads, and those for tables, plots and maps. They are bundled on the first request, so their file names cannot contain
 * a digest.
 */
export function siteScriptRoutes({ bundles, icons }: Pick<Context, 'bundles' | 'icons'>): readonly Route[] {
  const script = {
    method: 'GET',
    budget: null,
    cachePolicy: { while: 'process', by: 'path' },
    refusals: 'page',
  } as const;
  return [
    ...(
      [
        [SITE_SCRIPT, 'site'],
        [DATA_SCRIPT, 'data'],
        [MAPS_SCRIPT, 'maps'],
      ] as const
    ).map(
      ([path, bundle]): Route => ({
        ...script,
        path,
        cacheHeaders: PUBLIC_CHECKED,
        answer: async () => {
          const { mediaType, bytes } = await bundles.read(bundle);
          return ok({ status: 200, mediaType, body: bytes });
        },
      }),
    ),
    {
      ...script,
      path: SUGGEST_SCRIPT,
      cacheHeaders: PUBLIC_HOUR,
      answer: async () => {
        const { mediaType, bytes } = await bundles.read('suggest');
        const program = new TextDecoder().decode(bytes).replace(ICONS, `${icons !== null}`);
        return ok({ status: 200, mediaType, body: utf8(program) });
      },
    },
  ];
}
