import { gameDataNotice } from '../../../domain/game_files/import/notice.ts';
import { listedZones } from '../../../domain/tools/browse/zones.ts';
import { ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { createSee } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { basePath, type PageContent } from '../../pages/layout.ts';
import { observedIn } from '../../pages/observed.ts';
import { nothingYet } from '../../pages/parts/none.ts';
import { isNamedByFiles } from '../../pages/parts/zone_link.ts';
import { seenIn, zoneTiles } from '../../pages/parts/zone_tiles.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

const PATH = '/zones';
const TITLE = 'Zones';

/** Creates the page of all zones in which players saw something. */
export async function zonesPage(context: Context): Promise<Result<PageContent, Refusal>> {
  const seen = await createSee(context)(listedZones);
  if (seen === null) return ok(nothingYet(TITLE, PATH));
  const { view, value: zones } = seen;
  const { settings } = context;
  const base = basePath(settings.publicUrl);
  return ok({
    title: TITLE,
    path: PATH,
    description: 'Zones with the creatures, people, quests, chests and herbs that players found there.',
    data: '/api/edges?to_kind=zone&rel=located_in&evidence=observed',
    observed: observedIn(view, settings),
    gameData: zones.some(isNamedByFiles) && view.game !== null ? gameDataNotice(view.game) : null,
    main: html`<h1>${TITLE}</h1>
${zones.length === 0 ? html`<p>No zone has been reported by three players yet. Yours could be the first report.</p>\n` : zoneTiles(zones, { base, describe: seenIn })}`,
  });
}
