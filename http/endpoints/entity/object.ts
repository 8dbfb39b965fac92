import { object_page } from '../../../domain/tools/pages/object_page.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { ok } from '../../../domain/values/result.ts';
import { html } from '../../pages/html.ts';
import { observedFooter } from '../../pages/observed.ts';
import { partsOf } from '../../pages/parts/contents.ts';
import { described, listed, withRate } from './description.ts';
import { type EntityPageContext, type EntityPageResult, nothing } from './entity_page_context.ts';
import { lootPart } from './loot.ts';
import { sheet, titleOf } from './sheet.ts';

/** The page of an object. It shows only loot, because no record contains names or locations of objects. */
export async function objectContent({ ask, base }: EntityPageContext, objectId: number): Promise<EntityPageResult> {
  const answer = await ask(object_page, { objectId });
  if (!answer.ok) return answer;
  const { page } = answer.value;
  if (page === undefined) return ok(nothing(answer.value));
  const { loot } = page;
  const entity = { ...page.object, kind: 'object' as const };
  return ok({
    title: titleOf(entity),
    description: described(entity, [
      listed('contains', loot.drops, ({ item, rate }) => withRate(item, rate)),
      loot.measuredZero ? `held nothing in ${counted(loot.kills, 'loot window')}` : null,
    ]),
    path: `/object/${objectId}`,
    picture: `/object/${objectId}/picture.png`,
    data: `/api/tools/object_page?objectId=${objectId}`,
    ...observedFooter(answer.value),
    main: html`${sheet({
      entity,
      traits: ['Something that players loot, such as a chest or a herb'],
      facts: [
        { term: 'Loot windows', value: loot.kills.toLocaleString('en-GB') },
        { term: 'Players who opened it', value: loot.reporters },
      ],
    })}${partsOf([
      lootPart(
        loot,
        { heading: 'Contains', edgesPath: `/api/edges?to_kind=object&to_id=${objectId}&rel=dropped_by` },
        base,
      ),
    ])}<p class="quiet missing">Reports do not contain names or locations of objects, so both are unknown here.</p>
`,
  });
}
