import type { object_page as contract } from '../../../schema/tools/entity_pages.ts';

import { capitalised } from '../../cards/words.ts';
import { TOOL_LIMITS } from '../../reads/entities/limits.ts';
import { readObject } from '../../reads/entities/loot.ts';
import { namedByFiles, placesLine } from '../../reads/entities/places.ts';
import { called } from '../../reads/entities/snapshot_data.ts';
import { pageUrl } from '../../values/entity_page.ts';
import { answerPage, pageText } from '../shared/page.ts';
import type { RuleOf } from '../tool.ts';
import { gatheringLine, lootLines } from './loot_text.ts';

/** Everything public about an object (contract, section 6). */
export const object_page: RuleOf<typeof contract> = {
  answer: (context, { objectId }) =>
    answerPage(context, async (snapshot) => {
      const page = await readObject(snapshot, objectId, TOOL_LIMITS.object);
      if (page === null) return { none: `No public data for object ${objectId} yet.` };
      return { page, url: pageUrl(snapshot.publisher, 'object', objectId), fromFiles: namedByFiles(page.zones.rows) };
    }),
  text: (answer) =>
    pageText(answer, ({ object, zones, loot, gathering }) => [
      object.name === null ? `${capitalised(called(object))}. Its name is not known yet.` : `${called(object)}.`,
      ...placesLine(zones),
      ...(loot.kills === 0 ? [] : lootLines(loot, 'object')),
      ...gatheringLine('Players gather from it', gathering),
    ]),
};
