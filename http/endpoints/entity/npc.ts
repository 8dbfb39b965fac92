import { capitalised, rangeText } from '../../../domain/cards/words.ts';
import type { TaughtRecipes } from '../../../domain/tools/browse/taught_recipes.ts';
import { shown_npc_page } from '../../../domain/tools/pages/npc_page.ts';
import { allOf } from '../../../domain/values/phrases.ts';
import { ok } from '../../../domain/values/result.ts';
import type { npc_page as contract } from '../../../schema/tools/entity_pages.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import type { NpcRole } from '../../../schema/vocabulary.ts';
import { html } from '../../pages/html.ts';
import { observedFooter } from '../../pages/observed.ts';
import { pricesCell, renderAgreed, renderAgreedText, stockCell, withInstalls } from '../../pages/parts/agreed.ts';
import { type Part, partsOf } from '../../pages/parts/contents.ts';
import { entityLink } from '../../pages/parts/entity_link.ts';
import type { Fact } from '../../pages/parts/facts.ts';
import { UNKNOWN } from '../../pages/parts/money.ts';
import { numberCell, table } from '../../pages/parts/table.ts';
import { zoneLink, zoneName } from '../../pages/parts/zone_link.ts';
import { described, listed, withPrice, withRate } from './description.ts';
import { type EntityPageContext, type EntityPageResult, nothing } from './entity_page_context.ts';
import { professionShown, taughtBy, teaches } from './lessons.ts';
import { lootPart } from './loot.ts';
import { emptyOf, missing } from './missing.ts';
import { renderPins } from './pins.ts';
import { ROWS_SHOWN } from './rows.ts';
import { sheet, titleOf } from './sheet.ts';

type Page = NonNullable<AnswerOf<typeof contract>['page']>;

export async function npcContent({ ask, base }: EntityPageContext, npcId: number): Promise<EntityPageResult> {
  const answer = await ask(shown_npc_page, { npcId });
  if (!answer.ok) return answer;
  const { page } = answer.value;
  if (page === undefined) return ok(nothing(answer.value));
  const entity = { ...page.npc, kind: 'npc' as const };
  const taught = await taughtBy(ask, page);
  if (!taught.ok) return taught;
  return ok({
    title: titleOf(entity),
    description: descriptionOf(page, answer.value.gameData?.build ?? null),
    path: `/npc/${npcId}`,
    picture: `/npc/${npcId}/picture.png`,
    data: `/api/tools/npc_page?npcId=${npcId}`,
    ...observedFooter(answer.value),
    main: html`${sheet({ entity, traits: traitsOf(page), facts: factsOf(page, taught.value, base) })}${partsOf(partsIn(page, taught.value, base))}${missing(emptyOf(partsKnown(page)))}`,
  });
}

function partsKnown({ name, levels, zones, loot, roles }: Page): readonly (readonly [string, boolean])[] {
  return [
    ['its name', name !== null],
    ['its level', levels !== null],
    ['its location', zones.total > 0],
    // Friendly NPCs are rarely looted, so missing loot is not worth mentioning.
    ['what it drops', loot !== null || roles.length > 0],
  ];
}

const ROLES: Readonly<Record<NpcRole, string>> = {
  gives: 'gives quests',
  ends: 'ends quests',
  sells: 'vendor',
  trains: 'trainer',
};

function traitsOf({ levels, reactions, roles }: Page): readonly unknown[] {
  return [
    ...(levels === null ? [] : [`Level ${rangeText(levels.min, levels.max)}`]),
    ...(reactions.length === 0 ? [] : [capitalised(reactions.map(({ value }) => value).join(' or '))]),
    ...roles.map((role) => capitalised(ROLES[role])),
  ];
}

function factsOf(
  { name, levels, reactions, roles, trains, zones }: Page,
  taught: TaughtRecipes,
  base: string,
): readonly Fact[] {
  return [
    { term: 'Name', value: renderAgreedText(name) },
    {
      term: 'Level',
      value:
        levels === null
          ? null
          : levels.reported.map(
              (level, at) => html`${at === 0 ? '' : ', '}${withInstalls(level.value, level.installs)}`,
            ),
    },
    {
      term: 'Reaction',
      value:
        reactions.length === 0
          ? null
          : reactions.map((reaction, at) => html`${at === 0 ? '' : ', '}${renderAgreed(reaction)}`),
    },
    ...(roles.length === 0 ? [] : [{ term: 'Role', value: allOf(roles.map((role) => ROLES[role])) }]),
    ...(trains.length === 0
      ? []
      : [
          {
            term: 'Trains',
            value: trains.map(
              (name, at) => html`${at === 0 ? '' : ', '}${professionShown({ value: name }, taught, base)}`,
            ),
          },
        ]),
    {
      term: 'Found in',
      value:
        zones.total === 0
          ? null
          : html`${zones.rows.slice(0, ZONES_NAMED).map((zone, at) => html`${at === 0 ? '' : ', '}${zoneLink(zone, base)}`)}${zones.total > ZONES_NAMED ? ` and ${zones.total - ZONES_NAMED} more` : ''}`,
    },
  ];
}

const ZONES_NAMED = 3;

function partsIn(page: Page, taught: TaughtRecipes, base: string): readonly Part[] {
  const id = page.npc.id;
  return [
    ...(page.loot === null
      ? []
      : [
          lootPart(
            page.loot,
            { heading: 'Drops', edgesPath: `/api/edges?to_kind=npc&to_id=${id}&rel=dropped_by` },
            base,
          ),
        ]),
    ...sells(page.goods, id, base),
    ...teaches(page.services, { npcId: id, taught }, base),
    ...quests('starts', 'Starts', page.gives, id, base),
    ...quests('ends', 'Ends', page.takes, id, base),
    ...standsAt(page, base),
  ];
}

function sells({ rows, total }: Page['goods'], npcId: number, base: string): readonly Part[] {
  return total === 0
    ? []
    : [
        {
          id: 'sells',
          heading: 'Sells',
          total,
          content: table({
            caption: 'Sells',
            total,
            rest: `${base}/api/edges?to_kind=npc&to_id=${npcId}&rel=sold_by`,
            columns: [
              { head: 'Item' },
              { head: 'Price', as: 'number' },
              { head: 'Stock', as: 'number' },
              { head: 'Players', as: 'number' },
            ],
            rows: rows
              .slice(0, ROWS_SHOWN)
              .map(({ item, prices, limitedStock, installs }) => [
                entityLink(item, base),
                pricesCell(prices),
                stockCell(limitedStock),
                numberCell(installs),
              ]),
          }),
        },
      ];
}

function quests(
  id: string,
  heading: string,
  { rows, total }: Page['gives'],
  npcId: number,
  base: string,
): readonly Part[] {
  return total === 0
    ? []
    : [
        {
          id,
          heading,
          total,
          content: table({
            caption: `${heading} these quests`,
            total,
            rest: `${base}/api/tools/npc_page?npcId=${npcId}`,
            columns: [{ head: 'Quest' }, { head: 'Level', as: 'number' }, { head: 'Players', as: 'number' }],
            rows: rows.map(({ quest, level, installs }) => [
              entityLink(quest, base),
              { shown: level?.value ?? UNKNOWN, value: level?.value ?? null },
              numberCell(installs),
            ]),
          }),
        },
      ];
}

function standsAt({ npc, zones }: Page, base: string): readonly Part[] {
  return zones.total === 0
    ? []
    : [
        {
          id: 'stands-at',
          heading: 'Locations',
          total: zones.total,
          content: renderPins([{ entity: npc, places: zones.rows }], { groups: [], base, names: false }),
        },
      ];
}

function descriptionOf({ npc, levels, roles, zones, loot, goods, gives }: Page, build: string | null): string {
  const [zone] = zones.rows;
  const what = [
    ...(levels === null ? [] : [`level ${rangeText(levels.min, levels.max)}`]),
    ...roles.filter((role) => role === 'sells' || role === 'trains').map((role) => ROLES[role]),
    ...(zone === undefined ? [] : [`in ${zoneName(zone, build)}`]),
  ];
  return described(npc, [
    what.length === 0 ? null : what.join(', '),
    loot === null ? null : listed('drops', loot.drops, ({ item, rate }) => withRate(item, rate)),
    listed('sells', goods, ({ item, prices }) => withPrice(item, prices)),
    listed('starts', gives, ({ quest }) => titleOf(quest)),
  ]);
}
