import { readZone, type ZoneContents } from '../../reads/entities/zone.ts';
import { readZoneQuests, type ZoneQuestsPage } from '../browse/quests.ts';
import { answerPage, type PageAnswer } from '../shared/page.ts';
import type { ToolRule } from '../tool.ts';

const ZONE_QUESTS_MAX = 30;

export interface ZonePage extends ZoneContents {
  /** Quests whose givers were seen in the zone, ordered by level. */
  readonly quests: ZoneQuestsPage;
}

/** Everything public about a zone map. With a level, only creatures near it are listed. */
export const zone_page: Pick<
  ToolRule<{ readonly mapId: number; readonly level?: number | null }, PageAnswer<ZonePage>>,
  'answer'
> = {
  answer: (context, { mapId, level = null }) =>
    answerPage(
      context,
      async (snapshot) => {
        const facts = await readZone(snapshot, mapId, level);
        if (facts === null) return { none: `No public data for zone ${mapId} yet.` };
        const quests = await readZoneQuests(snapshot, mapId, { max: ZONE_QUESTS_MAX });
        return { page: { ...facts, quests }, fromFiles: facts.zone.mapInFiles !== null };
      },
      { filesAlone: true },
    ),
};
