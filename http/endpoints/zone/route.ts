import { zone_page } from '../../../domain/tools/pages/zone_page.ts';
import { err, ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { createAsk } from '../../pages/ask.ts';
import { idInPath } from '../../pages/id_in_path.ts';
import { basePath } from '../../pages/layout.ts';
import { pageRoute } from '../../pages/page_route.ts';
import type { Route } from '../../pipeline/route.ts';
import { zoneContent } from './page.ts';

/** The page of a zone: who stands where, and what there is to do. */
export const zoneRoute = (context: Context): Route => {
  const ask = createAsk(context);
  const base = basePath(context.settings.publicUrl);
  return pageRoute(context, {
    path: '/zone/:id',
    content: async ({ path }) => {
      const mapId = idInPath(path, 'mapId');
      if (!mapId.ok) return mapId;
      const answer = await ask(zone_page, { mapId: mapId.value });
      if (!answer.ok) return answer;
      const { page, reason, ...whose } = answer.value;
      if (page === undefined) return err({ kind: 'not-found', error: reason ?? `No public data for this zone yet.` });
      return ok(zoneContent(page, whose, base));
    },
  });
};
