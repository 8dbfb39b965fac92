import { zone_page } from '../../../domain/tools/pages/zone_page.ts';
import { err, ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { createAsk } from '../../pages/ask.ts';
import { basePath } from '../../pages/layout.ts';
import { pageRoute } from '../../pages/page_route.ts';
import { readEntityId } from '../../pipeline/entity_id.ts';
import type { Route } from '../../pipeline/route.ts';
import { zoneContent } from './page.ts';

const FOLDER = '/zone/';

/** Serves a zone's page: its map, NPCs and quests. */
export function zoneRoute(context: Context): Route {
  const ask = createAsk(context);
  const base = basePath(context.settings.publicUrl);
  return pageRoute(context, {
    path: `${FOLDER}:id`,
    content: async ({ path }) => {
      const mapId = readEntityId(path.slice(FOLDER.length), 'mapId');
      if (!mapId.ok) return mapId;
      const answer = await ask(zone_page, { mapId: mapId.value });
      if (!answer.ok) return answer;
      const { page, reason, ...whose } = answer.value;
      if (page === undefined) return err({ kind: 'not-found', error: reason ?? `No public data for this zone yet.` });
      return ok(zoneContent(page, whose, base));
    },
  });
}
