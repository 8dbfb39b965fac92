import type { object_page as contract } from '../../../schema/tools/object_page.ts';
import { lootOf } from '../../reads/entities/loot.ts';
import { pageUrl } from '../../values/entity_page.ts';
import { answerPage, pageText } from '../shared/page.ts';
import type { RuleOf } from '../tool.ts';
import { lootLines } from './loot_text.ts';

/** Everything public about an object, which is its loot (contract, section 3: objects have no names and no pins). */
export const object_page: RuleOf<typeof contract> = {
  answer: (context, { objectId }) =>
    answerPage(context, async (snapshot) => {
      const loot = await lootOf(snapshot, { type: 'object', id: objectId });
      if (loot === null) return { none: `No public data for object ${objectId} yet.` };
      const url = pageUrl(snapshot.publisher, 'object', objectId);
      return { page: { object: { kind: 'object', id: objectId, name: null, url }, loot }, url };
    }),
  text: (answer) =>
    pageText(answer, ({ object, loot }) => [
      `Object ${object.id}. No report tells its name or where it stands.`,
      ...lootLines(loot),
    ]),
};
