import { LIST_MAX } from '../../../schema/limits.ts';
import type { object_page as contract } from '../../../schema/tools/entity_pages.ts';

import { readObject } from '../../reads/entities/loot.ts';
import { answerPage, pageText } from '../shared/page.ts';
import type { RuleOf } from '../tool.ts';
import { lootLines } from './loot_text.ts';

/** Everything public about an object (contract, section 6). */
export const object_page: RuleOf<typeof contract> = {
  answer: (context, { objectId }) =>
    answerPage(context, async (snapshot) => {
      const page = await readObject(snapshot, objectId, LIST_MAX);
      return page === null ? { none: `No public data for object ${objectId} yet.` } : { page, url: page.object.url };
    }),
  text: (answer) =>
    pageText(answer, ({ object, loot }) => [
      `Object ${object.id}. No report tells its name or where it stands.`,
      ...lootLines(loot),
    ]),
};
