import { object_page } from '../../../domain/tools/pages/object_page.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { ok } from '../../../domain/values/result.ts';
import { html } from '../../pages/html.ts';
import { partsOf } from '../../pages/parts/contents.ts';
import {
  type EntityPageContext,
  type EntityPageResult,
  entityPage,
  listed,
  nothing,
  sheet,
  withRate,
} from './entity_page.ts';
import { lootPart } from './loot.ts';

/** Creates the page of an object. It shows only loot, because no record contains names or locations of objects. */
export async function objectContent({ ask, base }: EntityPageContext, objectId: number): Promise<EntityPageResult> {
  const answer = await ask(object_page, { objectId });
  if (!answer.ok) return answer;
  const { page } = answer.value;
  if (page === undefined) return ok(nothing(answer.value));
  const { loot } = page;
  const entity = { ...page.object, kind: 'object' as const };
  const top = sheet({
    entity,
    traits: ['Something that players loot, such as a chest or a herb'],
    facts: [
      { term: 'Loot windows', value: loot.kills.toLocaleString('en-GB') },
      { term: 'Players who opened it', value: loot.reporters },
    ],
  });
  const content = entityPage(entity, answer.value, {
    parts: [
      listed('contains', loot.drops, ({ item, rate }) => withRate(item, rate)),
      loot.measuredZero ? `held nothing in ${counted(loot.kills, 'loot window')}` : null,
    ],
    main: html`${top}${partsOf([lootPart(loot, 'Contains', entity, base)])}<p class="quiet missing">Reports do not contain names or locations of objects, so both are unknown here.</p>
`,
  });
  return ok(content);
}
