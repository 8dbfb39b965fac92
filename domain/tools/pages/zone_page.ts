import { readZone, type ZoneFacts } from '../../reads/entities/zone.ts';
import { type QuestsOfZone, readQuestsOfZone } from '../browse/quests.ts';
import { answerPage, type PageAnswer } from '../shared/page.ts';
import type { ToolRule } from '../tool.ts';

const QUESTS_MAX = 30;

export interface ZonePage extends ZoneFacts {
  /** Quests whose givers were seen in the zone, ordered by level. */
  readonly quests: QuestsOfZone;
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
        const quests = await readQuestsOfZone(snapshot, mapId, QUESTS_MAX);
        return { page: { ...facts, quests }, fromFiles: facts.zone.mapInFiles !== null };
      },
      { filesAlone: true },
    ),
};
