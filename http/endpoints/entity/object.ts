import { object_page } from '../../../domain/tools/pages/object_page.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { ok } from '../../../domain/values/result.ts';
import { html } from '../../pages/html.ts';
import { renderAgreedText } from '../../pages/parts/agreed.ts';
import { partsOf } from '../../pages/parts/contents.ts';
import { zoneName } from '../../pages/parts/zone_link.ts';
import {
  type EntityPageContext,
  type EntityPageResult,
  entityPage,
  listed,
  missing,
  nothing,
  sheet,
  withRate,
} from './entity_page.ts';
import { lootPart } from './loot.ts';
import { locationsPart, zonesShown } from './pins.ts';

/** Creates the page of an object, such as a chest or a herb: its locations and its loot. */
export async function objectContent({ ask, base }: EntityPageContext, objectId: number): Promise<EntityPageResult> {
  const answer = await ask(object_page, { objectId });
  if (!answer.ok) return answer;
  const { page, gameData } = answer.value;
  if (page === undefined) return ok(nothing(answer.value));
  const { name, zones, loot } = page;
  const entity = { ...page.object, kind: 'object' as const };
  const top = sheet({
    entity,
    traits: ['Something that players loot, such as a chest or a herb'],
    facts: [
      { term: 'Name', value: renderAgreedText(name) },
      { term: 'Found in', value: zonesShown(zones, base) },
      { term: 'Times looted', value: loot.kills.toLocaleString('en-GB') },
      { term: 'Players who looted it', value: loot.reporters },
    ],
  });
  const unknown = missing([
    ['its name', name !== null],
    ['its location', zones.total > 0],
  ]);
  const [zone] = zones.rows;
  const where = zone === undefined ? null : zoneName(zone, gameData?.build);
  const content = entityPage(entity, answer.value, {
    parts: [
      where === null ? null : `in ${where}`,
      listed('contains', loot.drops, (drop) => withRate(drop.item, drop)),
      loot.measuredZero ? `held nothing, looted ${counted(loot.kills, 'time')}` : null,
    ],
    main: html`${top}${partsOf([lootPart(loot, 'Contains', entity, base), ...locationsPart(entity, zones, base)])}${unknown}`,
  });
  // Many objects have the same name.
  return ok(where === null || name === null ? content : { ...content, title: `${content.title}, ${where}` });
}
