import { object_page } from '../../../domain/tools/pages/entity_pages.ts';
import { METHOD_WORDS } from '../../../domain/tools/pages/loot_text.ts';
import { formatRateSummary } from '../../../domain/values/estimates/describe_rate.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { ok } from '../../../domain/values/result.ts';
import type { object_page as contract } from '../../../schema/tools/entity_pages.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { html } from '../../pages/html.ts';
import { renderAgreedText } from '../../pages/parts/agreed.ts';
import { formatLabel, linkEntity, renderName } from '../../pages/parts/entity_link.ts';
import { renderSections } from '../../pages/parts/section.ts';
import { formatZoneName, showZone } from '../../pages/parts/zone_link.ts';
import {
  buildEntityPage,
  type EntityPageContext,
  type EntityPageResult,
  explainNothingPublic,
  formatRatedName,
  formatTitle,
  listFirstNames,
  renderMissing,
  renderTop,
} from './entity_page.ts';
import { buildGathering, buildLoot } from './lists.ts';
import { buildLocations, foundIn } from './pins.ts';

/** Creates the page of an object, such as a chest or a herb: its locations and its loot. */
export async function buildObjectPage(
  { ask, dropDays, base }: EntityPageContext,
  objectId: number,
): Promise<EntityPageResult> {
  const answer = await ask(object_page, { objectId });
  if (!answer.ok) return answer;
  const { page, gameData } = answer.value;
  if (page === undefined) return ok(explainNothingPublic(answer.value));
  const { name, zones, loot, gathering } = page;
  const entity = { ...page.object, kind: 'object' as const };
  const [zone] = zones.rows;
  const where = zone === undefined ? null : formatZoneName(zone, gameData?.build);
  const label = buildLabel(page);
  const top = renderTop({
    entity,
    heading: label === null ? undefined : html`${label.shown}${zone === undefined ? '' : html`, ${showZone(zone)}`}`,
    traits: [
      gathering.rows[0] === undefined
        ? 'Something that players loot, such as a chest or a herb'
        : `By ${METHOD_WORDS[gathering.rows[0].method]}`,
      ...(name === null ? [formatLabel('object', objectId)] : []),
    ],
    answer: [describeContents(page, base), foundIn(zones, base)],
    agreed: [
      { term: 'Name', value: renderAgreedText(name) },
      ...(loot.kills === 0
        ? []
        : [
            { term: 'Times looted', value: loot.kills.toLocaleString('en-GB') },
            { term: 'Players who looted it', value: loot.reporters.toLocaleString('en-GB') },
          ]),
    ],
  });
  const unknown = renderMissing(base, [
    ['its name', name !== null],
    ['its location', zones.total > 0],
  ]);
  const days = await dropDays('object', objectId);
  const parts = [
    ...(loot.kills === 0 ? [] : [buildLoot(loot, 'Contains', entity, days, base)]),
    ...buildGathering('Gathered', gathering, (row) => row.item, `object=${objectId}`, base),
    ...buildLocations(entity, zones, base),
  ];
  const content = buildEntityPage(entity, answer.value, {
    parts: [
      where === null ? null : `in ${where}`,
      listFirstNames('contains', loot.drops, (drop) => formatRatedName(drop.item, drop)),
      loot.measuredZero ? `held nothing, looted ${formatQuantity(loot.kills, 'time')}` : null,
    ],
    main: html`${top}${renderSections(parts)}${unknown}`,
  });
  return ok({
    ...content,
    title: label === null ? content.title : `${label.text}${where === null ? '' : `, ${where}`}`,
  });
}

type ObjectPage = NonNullable<ToolAnswer<typeof contract>['page']>;

/**
 * Returns the agreed name, or `Object with Linen Cloth` if there is none, as text and as HTML. Returns null if no loot is
 * known either. Titles add the zone, because many objects have the same name.
 */
function buildLabel({ name, loot, gathering }: ObjectPage): { readonly text: string; readonly shown: unknown } | null {
  if (name !== null) return { text: name.value, shown: renderName(name.value) };
  const [first] = [...loot.drops.rows, ...gathering.rows];
  if (first === undefined) return null;
  const item = formatTitle(first.item);
  return { text: `Object with ${item}`, shown: html`Object with ${renderName(item, first.item.locale)}` };
}

/** Says what the object most surely holds. */
function describeContents({ loot: { drops, measuredZero, kills }, gathering }: ObjectPage, base: string): unknown {
  const [first] = drops.rows;
  const [gathered] = gathering.rows;
  if (gathered !== undefined)
    return html`Gives ${linkEntity(gathered.item, base)}: ${formatRateSummary(gathered, 'tries')}.`;
  if (first !== undefined)
    return html`Holds ${linkEntity(first.item, base)}: ${formatRateSummary(first, 'looted objects')}.`;
  return measuredZero ? `Held nothing, looted ${formatQuantity(kills, 'time')}.` : '';
}
