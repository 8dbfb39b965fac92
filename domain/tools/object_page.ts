import type { object_page as contract } from '../../schema/tools/object_page.ts';
import { pageUrl } from '../entity_page.ts';
import { ok } from '../result.ts';
import { lootLines, lootOf } from '../tool_parts/loot.ts';
import { answerPage, pageText } from '../tool_parts/page.ts';
import { sightOf } from '../tool_parts/remembering.ts';
import type { RuleOf } from './tool.ts';

/** Everything public about an object: what lay in it (contract, section 3: objects have no names and no pins). */
export const object_page: RuleOf<typeof contract> = {
  answer: (ground, { objectId }) =>
    answerPage(ground, async (view) => {
      const sight = sightOf(ground, view);
      const loot = await lootOf(sight, { type: 'object', id: objectId });
      if (!loot.ok) return loot;
      if (loot.value === null) return ok({ none: `Nothing of object ${objectId} is public.` });
      const url = pageUrl(sight.publisher, 'object', objectId);
      return ok({ page: { object: { kind: 'object', id: objectId, name: null, url }, loot: loot.value }, url });
    }),
  text: (answer) => pageText(answer, ({ object, loot }) => [`Object ${object.id}.`, ...lootLines(loot)]),
};
