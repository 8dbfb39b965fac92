import type { PublishedSnapshot } from '../../../domain/reads/entities/snapshot_data.ts';
import { readListedZones, sortZonesByLevel } from '../../../domain/tools/browse/zones.ts';
import { isLevelSuited } from '../../../domain/tools/coverage/help_wanted.ts';
import { type BoardZone, readBoardZones } from '../../../domain/tools/coverage/quest_board.ts';
import { groupBy } from '../../../domain/values/group_by.ts';
import type { Context } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { listPage } from '../../pages/list_page.ts';
import { renderEmptyList } from '../../pages/parts/none.ts';
import { renderSection } from '../../pages/parts/section.ts';
import { showZone } from '../../pages/parts/zone_link.ts';
import { LEVEL_QUERY, levelForm } from '../../pages/parts/zone_lists.ts';
import { renderBoardTiles } from '../../pages/parts/zone_tiles.ts';
import { addQuery, omitEmptyValues, readQuery } from '../../pipeline/query.ts';

/** Creates the page of zones in which players saw something, by continent and level: all, or those near a level. */
export async function createZonesPage(context: Context, query: string) {
  const asked = readQuery(LEVEL_QUERY, omitEmptyValues(query));
  if (!asked.ok) return asked;
  const { level } = asked.value;
  return listPage(context, {
    title: 'Zones',
    path: '/zones',
    description: 'Zones by continent and level, with the share of their creatures and objects that players confirmed.',
    data: '/api/edges?to_kind=zone&rel=located_in&evidence=observed',
    read: readZonesByLevel,
    render: (all, base) => {
      if (all.length === 0) return renderEmptyList(NO_ZONES_NOTICE, base);
      const zones =
        level === null ? all : all.filter(({ levels }) => levels !== null && isLevelSuited({ levels }, level));
      return html`${levelForm(`${base}/zones`, level, 'Show zones')}${level === null ? '' : html`<p>${zones.length === 0 ? `No zone near level ${level} is known yet.` : 'Each zone shows its creatures near this level on a map, with their drops.'}</p>\n`}${renderContinents(zones, level, base)}`;
    },
  });
}

const NO_ZONES_NOTICE = 'No zone has been reported by three players yet. Yours could be the first report.';

async function readZonesByLevel(snapshot: PublishedSnapshot): Promise<readonly BoardZone[]> {
  const zones = await sortZonesByLevel(snapshot, await readListedZones(snapshot));
  return [
    ...(
      await readBoardZones(
        snapshot,
        zones.map(({ mapId }) => mapId),
      )
    ).values(),
  ];
}

/** Renders a section for each continent, those with most zones first, and at last the zones without a known one. */
function renderContinents(zones: readonly BoardZone[], level: number | null, base: string): unknown {
  const tiles = (some: readonly BoardZone[]): unknown =>
    renderBoardTiles(some, base, ({ zone }) => addQuery(`/zone/${zone.mapId}`, { level }));
  const groups = [...groupBy(zones, ({ above }) => above?.mapId)].sort(([, a], [, b]) => b.length - a.length);
  const [placed, others] = [groups.filter(([id]) => id !== undefined), groups.filter(([id]) => id === undefined)];
  if (placed.length === 0) return tiles(zones);
  return [...placed, ...others].map(([id, own]) => {
    const above = own[0]!.above;
    return renderSection(`in-${id ?? 'unknown'}`, above === null ? 'Continent unknown' : showZone(above), tiles(own));
  });
}
