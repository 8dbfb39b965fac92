import { quest_page } from '../../../domain/tools/pages/quest_page.ts';
import { ok } from '../../../domain/values/result.ts';
import type { quest_page as contract } from '../../../schema/tools/entity_pages.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { html } from '../../pages/html.ts';
import { observedFooter } from '../../pages/observed.ts';
import { renderAgreed, renderAgreedText, withInstalls } from '../../pages/parts/agreed.ts';
import { type Part, partsOf } from '../../pages/parts/contents.ts';
import { entityLink, nameOf } from '../../pages/parts/entity_link.ts';
import type { Fact } from '../../pages/parts/facts.ts';
import { numberCell, table } from '../../pages/parts/table.ts';
import { described, listed } from './description.ts';
import { type EntityPageContext, type EntityPageResult, nothing } from './entity_page_context.ts';
import { emptyOf, missing } from './missing.ts';
import { mapsIn, type NpcPin, placeCell, renderPins } from './pins.ts';
import { sheet, titleOf } from './sheet.ts';

type Page = NonNullable<AnswerOf<typeof contract>['page']>;

export async function questContent({ ask, base }: EntityPageContext, questId: number): Promise<EntityPageResult> {
  const answer = await ask(quest_page, { questId });
  if (!answer.ok) return answer;
  const { page } = answer.value;
  if (page === undefined) return ok(nothing(answer.value));
  const entity = { ...page.quest, kind: 'quest' as const };
  const known = [
    ['its title', page.title !== null],
    ['its level', page.level !== null],
    ['who gives it', page.giver !== null],
    ['who ends it', page.turnIn !== null],
    ['what it rewards', page.rewards.total > 0],
  ] as const;
  return ok({
    title: titleOf(entity),
    description: descriptionOf(page),
    path: `/quest/${questId}`,
    picture: `/quest/${questId}/picture.png`,
    data: `/api/tools/quest_page?questId=${questId}`,
    ...observedFooter(answer.value),
    main: html`${sheet({
      entity,
      traits: page.level === null ? [] : [`Level ${page.level.value}`],
      facts: factsOf(page, base),
    })}${partsOf([...rewards(page, base), ...chains(page, base), ...where(page, base)])}${missing(emptyOf(known))}`,
  });
}

function factsOf({ title, level, giver, turnIn }: Page, base: string): readonly Fact[] {
  return [
    { term: 'Title', value: renderAgreedText(title) },
    { term: 'Level', value: renderAgreed(level) },
    { term: 'Starts at', value: personShown(giver, base) },
    { term: 'Ends at', value: personShown(turnIn, base) },
  ];
}

function personShown(person: Page['giver'], base: string): unknown {
  return person === null
    ? null
    : html`${withInstalls(entityLink(person.npc, base), person.installs)}${
        (person.places ?? []).length === 0
          ? ''
          : html`<br>${placeCell({ entity: person.npc, places: person.places }, base)}`
      }`;
}

function rewards({ quest, rewards: { rows, total } }: Page, base: string): readonly Part[] {
  return total === 0
    ? []
    : [
        {
          id: 'rewards',
          heading: 'Rewards',
          total,
          content: html`<p class="quiet"><small>Reports do not say whether you get all of these or choose one.</small></p>
${table({
  caption: 'Rewards',
  total,
  rest: `${base}/api/edges?to_kind=quest&to_id=${quest.id}&rel=reward_from`,
  columns: [
    { head: 'Item' },
    { head: 'Players who ever reported it', as: 'number' },
    { head: 'In their latest report', as: 'number' },
  ],
  rows: rows.map(({ item, installs, listedNow }) => [
    entityLink(item, base),
    numberCell(installs),
    { shown: listedNow ?? html`<span class="quiet">fewer than three</span>`, value: listedNow },
  ]),
})}`,
        },
      ];
}

function chains({ chains: { rows, total } }: Page, base: string): readonly Part[] {
  return total === 0
    ? []
    : [
        {
          id: 'chains',
          heading: 'Quest chain',
          total,
          content: table({
            caption: 'Quest chains with this quest',
            total,
            rest: null,
            columns: [
              { head: 'Chain' },
              { head: 'Position', as: 'number' },
              { head: 'Previous quest' },
              { head: 'Next quest' },
              { head: 'Players', as: 'number' },
            ],
            rows: rows.map(({ name, locale, position, length, truncated, before, after, installs }) => [
              nameOf(name, locale),
              { shown: `${position} of ${length}${truncated ? ' or more' : ''}`, value: position },
              before === null ? 'first quest' : entityLink(before, base),
              after === null ? (truncated ? 'not listed' : 'last quest') : entityLink(after, base),
              numberCell(installs),
            ]),
          }),
        },
      ];
}

function where({ giver, turnIn }: Page, base: string): readonly Part[] {
  const same = giver !== null && giver.npc.id === turnIn?.npc.id;
  const standings: readonly NpcPin[] = [
    ...(giver === null ? [] : [{ entity: giver.npc, places: giver.places, group: 0 }]),
    ...(turnIn === null || same ? [] : [{ entity: turnIn.npc, places: turnIn.places, group: 1 }]),
  ].filter(({ places }) => (places ?? []).length > 0);
  if (standings.length === 0) return [];
  return [
    {
      id: 'where',
      heading: 'Locations',
      total: mapsIn(standings),
      content: renderPins(standings, { groups: same ? [] : ['starts it', 'ends it'], base }),
    },
  ];
}

function descriptionOf({ quest, level, giver, turnIn, rewards: items }: Page): string {
  return described(quest, [
    level === null ? null : `quest of level ${level.value}`,
    giver === null ? null : `starts at ${titleOf(giver.npc)}`,
    turnIn === null ? null : `ends at ${titleOf(turnIn.npc)}`,
    listed('rewards', items, ({ item }) => titleOf(item)),
  ]);
}
