import type { PublishedSnapshot } from '../../../domain/reads/entities/snapshot_data.ts';
import { readListedZones, sortByLevel } from '../../../domain/tools/browse/zones.ts';
import { type BoardZone, readBoardZones } from '../../../domain/tools/coverage/quest_board.ts';
import { groupBy } from '../../../domain/values/group_by.ts';
import type { Context } from '../../context.ts';
import { listPage } from '../../pages/list_page.ts';
import { emptyList } from '../../pages/parts/none.ts';
import { section } from '../../pages/parts/section.ts';
import { zoneShown } from '../../pages/parts/zone_link.ts';
import { boardTiles } from '../../pages/parts/zone_tiles.ts';

/** Creates the page of all zones in which players saw something, by continent and level. */
export function zonesPage(context: Context) {
  return listPage(context, {
    title: 'Zones',
    path: '/zones',
    description: 'Zones by continent and level, with the share of their creatures and objects that players confirmed.',
    data: '/api/edges?to_kind=zone&rel=located_in&evidence=observed',
    read: zonesByLevel,
    render: (zones, base) => (zones.length === 0 ? emptyList(NO_ZONE, base) : renderContinents(zones, base)),
  });
}

const NO_ZONE = 'No zone has been reported by three players yet. Yours could be the first report.';

async function zonesByLevel(snapshot: PublishedSnapshot): Promise<readonly BoardZone[]> {
  const zones = await sortByLevel(snapshot, await readListedZones(snapshot));
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
function renderContinents(zones: readonly BoardZone[], base: string): unknown {
  const groups = [...groupBy(zones, ({ above }) => above?.mapId)].sort(([, a], [, b]) => b.length - a.length);
  const [placed, others] = [groups.filter(([id]) => id !== undefined), groups.filter(([id]) => id === undefined)];
  if (placed.length === 0) return boardTiles(zones, base);
  return [...placed, ...others].map(([id, own]) => {
    const above = own[0]!.above;
    return section(
      `in-${id ?? 'unknown'}`,
      above === null ? 'Continent unknown' : zoneShown(above),
      boardTiles(own, base),
    );
  });
}
