import { gameDataNotice } from '../../../domain/game_files/import/notice.ts';
import { type CoveragePage, readCoverage } from '../../../domain/reads/coverage.ts';
import { shareReads } from '../../../domain/reads/entities/read_once.ts';
import { newestSnapshot } from '../../../domain/reads/list.ts';
import { suitsLevel } from '../../../domain/tools/coverage/help_wanted.ts';
import { readBoardZones } from '../../../domain/tools/coverage/quest_board.ts';
import { attributionOf } from '../../../domain/values/attribution.ts';
import { instant, instantOrNull } from '../../../domain/values/instant.ts';
import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { BY_QUERY } from '../../pages/page_route.ts';
import { JSON_TYPE, json } from '../../pipeline/body.ts';
import { licenceFieldsOf } from '../../pipeline/headers.ts';
import { PUBLIC_CHECKED, type Route } from '../../pipeline/route.ts';
import { COVERAGE_DATA_PATH, readCoverageQuery } from './query.ts';

/** Serves the board as JSON. */
export function coverageDataRoute({ settings, snapshots }: Context): Route {
  const attribution = attributionOf(settings);
  return {
    path: COVERAGE_DATA_PATH,
    method: 'GET',
    budget: 'tooltip',
    cacheHeaders: PUBLIC_CHECKED,
    cachePolicy: BY_QUERY,
    refusals: 'apiError',
    answer: async ({ query }) => {
      const asked = readCoverageQuery(query);
      if (!asked.ok) return asked;
      const newest = await newestSnapshot(snapshots);
      const { level, zone } = asked.value;
      const page = await readCoverage(newest, asked.value);
      const ids = zone === null ? page.zones.map((one) => one.zone) : [zone];
      const board = await readBoardZones(shareReads(newest, settings), ids);
      const progressOf = (id: number) => {
        const { levels, confirmed, reported } = board.get(id)!;
        return { levels, confirmed, reported };
      };
      const zones = page.zones
        .map((one) => ({ ...one, ...progressOf(one.zone) }))
        .filter((one) => suitsLevel(one, level));
      const { row, game } = newest.view;
      const body = {
        generatedAt: instant(row.writtenAtMs),
        dataAsOf: instantOrNull(row.dataAsOfMs),
        ...page,
        zones,
        progress: zone === null ? null : progressOf(zone),
        attribution,
        gameData: game !== null && namesFiles(page) ? gameDataNotice(game) : null,
      };
      return ok({ status: 200, mediaType: JSON_TYPE, body: json(body), fields: licenceFieldsOf(attribution)(null) });
    },
  };
}

/** Whether some of the page's names are from the game's files. */
function namesFiles({ zones, zoneNameInFiles }: CoveragePage): boolean {
  return zoneNameInFiles !== null || zones.some(({ nameInFiles }) => nameInFiles !== null);
}
