import { listedZones } from '../../../domain/tools/browse/zones.ts';
import type { Context } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { listPage } from '../../pages/list_page.ts';
import { seenIn, zoneTiles } from '../../pages/parts/zone_tiles.ts';

/** Creates the page of all zones in which players saw something. */
export function zonesPage(context: Context) {
  return listPage(context, {
    title: 'Zones',
    path: '/zones',
    description: 'Zones with the creatures, people, quests, chests and herbs that players found there.',
    data: '/api/edges?to_kind=zone&rel=located_in&evidence=observed',
    read: listedZones,
    render: (zones, base) =>
      zones.length === 0
        ? html`<p>No zone has been reported by three players yet. Yours could be the first report.</p>\n`
        : zoneTiles(zones, { base, describe: seenIn }),
  });
}
