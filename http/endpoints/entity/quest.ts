import type { Quest } from '../../../domain/reads/entities/quest.ts';
import { pickChains, quest_page } from '../../../domain/tools/pages/entity_pages.ts';
import { ok } from '../../../domain/values/result.ts';
import { html } from '../../pages/html.ts';
import { renderAgreed, renderAgreedText, renderCounted } from '../../pages/parts/agreed.ts';
import { linkEntity, renderName } from '../../pages/parts/entity_link.ts';
import { renderSections, type Section } from '../../pages/parts/section.ts';
import {
  buildEntityPage,
  type EntityPageContext,
  type EntityPageResult,
  explainNothingPublic,
  formatMoreCount,
  formatTitle,
  joinValues,
  listFirstNames,
  renderMissing,
  renderTop,
} from './entity_page.ts';
import { buildPart, PLAYERS_COLUMN } from './lists.ts';
import { buildPins, renderLocation } from './pins.ts';

export async function buildQuestPage({ ask, base }: EntityPageContext, questId: number): Promise<EntityPageResult> {
  const answer = await ask(quest_page, { questId });
  if (!answer.ok) return answer;
  const { page } = answer.value;
  if (page === undefined) return ok(explainNothingPublic(answer.value));
  const { title, level, giver, turnIn } = page;
  const entity = { ...page.quest, kind: 'quest' as const };
  const top = renderTop({
    entity,
    traits: level === null ? [] : [`Level ${level.value}`],
    answer: [...describePeople(page, base), describeRewards(page, base), ...describeNext(page, base)],
    agreed: [
      { term: 'Title', value: renderAgreedText(title) },
      { term: 'Level', value: renderAgreed(level) },
      {
        term: 'Quest giver',
        value: giver === null ? null : renderCounted(linkEntity(giver.npc, base), giver.installs),
      },
      {
        term: 'Turn-in',
        value: turnIn === null ? null : renderCounted(linkEntity(turnIn.npc, base), turnIn.installs),
      },
    ],
  });
  const unknown = renderMissing(base, [
    ['its title', title !== null],
    ['its level', level !== null],
    ['who gives it', giver !== null],
    ['who ends it', turnIn !== null],
    ['what it rewards', page.rewards.total > 0],
  ]);
  const content = buildEntityPage(entity, answer.value, {
    parts: [
      level === null ? null : `quest of level ${level.value}`,
      giver === null ? null : `starts at ${formatTitle(giver.npc)}`,
      turnIn === null ? null : `ends at ${formatTitle(turnIn.npc)}`,
      listFirstNames('rewards', page.rewards, ({ item }) => formatTitle(item)),
    ],
    main: html`${top}${renderSections([...renderRewards(page, base), ...renderChains(page, base), ...renderLocations(page, base)])}${unknown}`,
  });
  return ok(content);
}

function describePeople({ giver, turnIn }: Quest, base: string): readonly unknown[] {
  if (giver !== null && giver.npc.id === turnIn?.npc.id) return [html`Starts and ends at ${namePerson(giver, base)}.`];
  return [
    giver === null ? '' : html`Starts at ${namePerson(giver, base)}.`,
    turnIn === null ? '' : html`Ends at ${namePerson(turnIn, base)}.`,
  ];
}

/** Renders `Marshal Dughan (Elwynn Forest at 42.1, 65.9)`. */
function namePerson({ npc, places }: NonNullable<Quest['giver']>, base: string): unknown {
  return html`${linkEntity(npc, base)}${(places ?? []).length === 0 ? '' : html` (${renderLocation(places, base)})`}`;
}

const REWARDS_NAMED_MAX = 4;

function describeRewards({ rewards: { rows, total } }: Quest, base: string): unknown {
  if (rows.length === 0) return '';
  const named = rows.slice(0, REWARDS_NAMED_MAX).map(({ item }) => linkEntity(item, base));
  return html`Rewards: ${joinValues(named)}${formatMoreCount(total - named.length)}.`;
}

function describeNext(page: Quest, base: string): readonly unknown[] {
  return pickChains(page).map(({ after }) => after && html`Next quest: ${linkEntity(after, base)}.`);
}

function renderRewards({ quest, rewards: list }: Quest, base: string): readonly Section[] {
  return buildPart({
    heading: 'Rewards',
    list,
    note: html`<p class="quiet"><small>Reports do not say whether you get all of these or choose one. The last column counts players whose latest report has the item.</small></p>\n`,
    rest: `${base}/api/edges?to_kind=quest&to_id=${quest.id}&rel=reward_from`,
    columns: [
      { head: 'Item', cell: ({ item }) => linkEntity(item, base) },
      PLAYERS_COLUMN,
      {
        head: 'Latest report',
        as: 'number',
        cell: ({ listedNow }) => ({
          shown: listedNow ?? html`<span class="quiet">fewer than three</span>`,
          value: listedNow,
        }),
      },
    ],
  });
}

function renderChains({ chains: list }: Quest, base: string): readonly Section[] {
  return buildPart({
    id: 'chains',
    heading: 'Quest chain',
    caption: 'Quest chains with this quest',
    list,
    columns: [
      { head: 'Chain', cell: ({ name, locale }) => renderName(name, locale) },
      {
        head: 'Position',
        as: 'number',
        cell: ({ position, length, truncated }) => ({
          shown: `${position} of ${length}${truncated ? ' or more' : ''}`,
          value: position,
        }),
      },
      { head: 'Previous quest', cell: ({ before }) => (before === null ? 'first quest' : linkEntity(before, base)) },
      {
        head: 'Next quest',
        cell: ({ after, truncated }) =>
          after !== null ? linkEntity(after, base) : truncated ? 'not listed' : 'last quest',
      },
      PLAYERS_COLUMN,
    ],
  });
}

function renderLocations({ giver, turnIn }: Quest, base: string): readonly Section[] {
  const isSame = giver !== null && giver.npc.id === turnIn?.npc.id;
  const npcs = [
    ...(giver === null ? [] : [{ entity: giver.npc, places: giver.places, group: 0 }]),
    ...(turnIn === null || isSame ? [] : [{ entity: turnIn.npc, places: turnIn.places, group: 1 }]),
  ];
  return buildPins(npcs, { heading: 'Locations', groups: isSame ? [] : ['starts it', 'ends it'], base });
}
