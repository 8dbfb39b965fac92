import type { Levels } from '../../reads/entities/npc.ts';
import { readZone, type ZoneFacts } from '../../reads/entities/zone.ts';
import { type QuestsOfZone, questsOfZone } from '../browse/quests.ts';
import { zoneLevels } from '../browse/zone_levels.ts';
import { answerPage, type PageAnswer } from '../shared/page.ts';
import type { ToolRule } from '../tool.ts';

/** Number of quests listed. */
const QUESTS_MAX = 30;

export interface ZonePage extends ZoneFacts {
  /** Levels of most creatures of the zone, or null if unknown. */
  readonly levels: Levels | null;
  /** Quests whose givers were seen in the zone, ordered by level. */
  readonly quests: QuestsOfZone;
}

/** Everything public about a zone map. */
export const zone_page: Pick<ToolRule<{ readonly mapId: number }, PageAnswer<ZonePage>>, 'answer'> = {
  answer: (context, { mapId }) =>
    answerPage(
      context,
      async (snapshot) => {
        const facts = await readZone(snapshot, mapId);
        if (facts === null) return { none: `No public data for zone ${mapId} yet.` };
        const [quests, levels] = await Promise.all([
          questsOfZone(snapshot, mapId, QUESTS_MAX),
          zoneLevels(snapshot, [mapId]),
        ]);
        return {
          page: { ...facts, quests, levels: levels.get(mapId) ?? null },
          fromFiles: facts.zone.mapInFiles !== null,
        };
      },
      { filesAlone: true },
    ),
};
