import { capitalise, formatRange } from '../../../domain/cards/words.ts';
import type { Npc } from '../../../domain/reads/entities/npc.ts';
import type { DropDays } from '../../../domain/reads/entities/observed_edges.ts';
import { type TaughtRecipes, taught_recipes } from '../../../domain/tools/browse/taught_recipes.ts';
import { shown_npc_page } from '../../../domain/tools/pages/entity_pages.ts';
import { formatShortRate } from '../../../domain/values/estimates/describe_rate.ts';
import type { LocalizedText } from '../../../domain/values/language.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { formatProfessionSlug } from '../../../domain/values/profession_page.ts';
import { ok, type Result } from '../../../domain/values/result.ts';
import type { NpcRole } from '../../../schema/vocabulary.ts';
import type { AskTool } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { renderAgreed, renderAgreedText, renderCounted, renderPrices } from '../../pages/parts/agreed.ts';
import { linkEntity, linkProfession, linkRecipe, renderName } from '../../pages/parts/entity_link.ts';
import type { SheetFact } from '../../pages/parts/facts.ts';
import { DASH_MARK } from '../../pages/parts/money.ts';
import { renderSections, type Section } from '../../pages/parts/section.ts';
import type { Cell } from '../../pages/parts/table.ts';
import { formatZoneName } from '../../pages/parts/zone_link.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import {
  buildEntityPage,
  type EntityPageContext,
  type EntityPageResult,
  explainNothingPublic,
  formatMoreCount,
  formatPricedName,
  formatRatedName,
  formatTitle,
  joinValues,
  listFirstNames,
  renderMissing,
  renderTop,
} from './entity_page.ts';
import {
  buildGathering,
  buildLoot,
  buildPart,
  cutList,
  listQuestColumns,
  OFFER_COLUMNS,
  renderListTable,
  SHOWN_ROWS_MAX,
} from './lists.ts';
import { buildLocations, foundIn } from './pins.ts';

export async function buildNpcPage(
  { ask, dropDays, base }: EntityPageContext,
  npcId: number,
): Promise<EntityPageResult> {
  const answer = await ask(shown_npc_page, { npcId });
  if (!answer.ok) return answer;
  const { page, gameData } = answer.value;
  if (page === undefined) return ok(explainNothingPublic(answer.value));
  const entity = { ...page.npc, kind: 'npc' as const };
  const days = await dropDays('npc', npcId);
  const taught = await readTaughtRecipes(ask, page);
  if (!taught.ok) return taught;
  const sells =
    page.goods.total === 0 ? '' : html`<a href="#sells">Sells ${formatQuantity(page.goods.total, 'item')}</a>.`;
  const top = renderTop({
    entity,
    traits: listTraits(page),
    answer: [foundIn(page.zones, base), describeTraining(page, taught.value, base), sells, describeDrops(page, base)],
    agreed: listAgreedFacts(page),
  });
  const unknown = renderMissing(base, [
    ['its name', page.name !== null],
    ['its level', page.levels !== null],
    ['its location', page.zones.total > 0],
    // Friendly NPCs are rarely looted, so missing loot is not worth mentioning.
    ['what it drops', page.loot !== null || page.roles.length > 0 || page.reactions[0]?.value === 'friendly'],
  ]);
  const content = buildEntityPage(entity, answer.value, {
    parts: listDescriptionParts(page, gameData?.build ?? null),
    main: html`${top}${renderSections(buildParts(page, taught.value, days, base))}${unknown}`,
  });
  return ok(content);
}

const ROLE_WORDS: Readonly<Record<NpcRole, string>> = {
  gives: 'gives quests',
  ends: 'ends quests',
  sells: 'vendor',
  trains: 'trainer',
};

function listTraits({ levels, reactions, roles }: Npc): readonly unknown[] {
  return [
    ...(levels === null ? [] : [`Level ${formatRange(levels.min, levels.max)}`]),
    ...(reactions.length === 0 ? [] : [capitalise(reactions.map(({ value }) => value).join(' or '))]),
    ...roles.map((role) => capitalise(ROLE_WORDS[role])),
  ];
}

function listAgreedFacts({ name, levels, reactions }: Npc): readonly SheetFact[] {
  const reported = levels?.reported.map((level) => renderCounted(level.value, level.installs));
  return [
    { term: 'Name', value: renderAgreedText(name) },
    { term: 'Level', value: reported === undefined ? null : joinValues(reported) },
    { term: 'Reaction', value: reactions.length === 0 ? null : joinValues(reactions.map((one) => renderAgreed(one))) },
  ];
}

function describeTraining({ trains }: Npc, taught: TaughtRecipes, base: string): unknown {
  const professions = trains.map((profession) => nameProfession({ value: profession }, taught, base));
  return trains.length === 0 ? '' : html`Trains ${joinValues(professions)}.`;
}

const DROPS_NAMED_MAX = 3;

function describeDrops({ loot }: Npc, base: string): unknown {
  if (loot === null || loot.drops.rows.length === 0) return '';
  const named = loot.drops.rows.slice(0, DROPS_NAMED_MAX);
  const shown = named.map((drop) => html`${linkEntity(drop.item, base)} (${formatShortRate(drop)})`);
  return html`Drops ${joinValues(shown)}${formatMoreCount(loot.drops.total - named.length)}.`;
}

function buildParts(page: Npc, taught: TaughtRecipes, days: DropDays, base: string): readonly Section[] {
  const { npc, loot, goods, zones } = page;
  return [
    ...(loot === null ? [] : [buildLoot(loot, 'Drops', npc, days, base)]),
    ...buildGathering('Gathered', page.gathering, (row) => row.item, `npc=${npc.id}`, base),
    ...buildPart({
      heading: 'Sells',
      list: cutList(goods),
      rest: `${base}/api/edges?to_kind=npc&to_id=${npc.id}&rel=sold_by`,
      columns: [{ head: 'Item', cell: ({ item }) => linkEntity(item, base) }, ...OFFER_COLUMNS],
    }),
    ...buildLessons(page, taught, base),
    ...buildQuests(page, base),
    ...buildLocations(npc, zones, base),
  ];
}

function buildQuests({ npc, gives, takes }: Npc, base: string): readonly Section[] {
  const lists = [
    { heading: 'Starts', list: gives },
    { heading: 'Ends', list: takes },
  ].filter(({ list }) => list.total > 0);
  const rest = `${base}/api/tools/npc_page?npcId=${npc.id}`;
  const tables = lists.map(
    ({ heading, list }) =>
      html`<div><h3>${heading}</h3>\n${renderListTable({ caption: `${heading} these quests`, list, rest, columns: listQuestColumns(base) })}</div>\n`,
  );
  return lists.length === 0
    ? []
    : [{ id: 'quests', heading: 'Quests', content: html`<div class="tables">\n${tables}</div>\n` }];
}

function listDescriptionParts({ levels, roles, zones, loot, goods, gives }: Npc, build: string | null) {
  const [zone] = zones.rows;
  const summary = [
    ...(levels === null ? [] : [`level ${formatRange(levels.min, levels.max)}`]),
    ...roles.filter((role) => role === 'sells' || role === 'trains').map((role) => ROLE_WORDS[role]),
    ...(zone === undefined ? [] : [`in ${formatZoneName(zone, build)}`]),
  ];
  return [
    summary.length === 0 ? null : summary.join(', '),
    loot === null ? null : listFirstNames('drops', loot.drops, (drop) => formatRatedName(drop.item, drop)),
    listFirstNames('sells', goods, ({ item, prices }) => formatPricedName(item, prices)),
    listFirstNames('starts', gives, ({ quest }) => formatTitle(quest)),
  ];
}

type TrainerLesson = Npc['services']['rows'][number];

const NO_TAUGHT_RECIPES: TaughtRecipes = { professions: new Set(), recipes: new Map() };

/** Reads which of an NPC's lessons and professions have pages. Reads nothing if the NPC teaches nothing. */
async function readTaughtRecipes(
  ask: AskTool,
  { services, trains }: Pick<Npc, 'services' | 'trains'>,
): Promise<Result<TaughtRecipes, Refusal>> {
  if (services.rows.length === 0 && trains.length === 0) return ok(NO_TAUGHT_RECIPES);
  const spellIds = services.rows.slice(0, SHOWN_ROWS_MAX).flatMap(({ spellId }) => spellId?.value ?? []);
  const answer = await ask(taught_recipes, { spellIds });
  return answer.ok ? ok(answer.value.page ?? NO_TAUGHT_RECIPES) : answer;
}

function buildLessons({ npc, services }: Npc, taught: TaughtRecipes, base: string): readonly Section[] {
  return buildPart({
    heading: 'Teaches',
    list: cutList(services),
    rest: `${base}/api/tools/npc_page?npcId=${npc.id}`,
    columns: [
      { head: 'Lesson', cell: (lesson) => renderLesson(lesson, taught, base) },
      {
        head: 'Profession',
        cell: ({ profession }) => (profession === null ? '' : nameProfession(profession, taught, base)),
      },
      { head: 'Required skill', as: 'number', cell: ({ requiredSkill }) => renderRequirement(requiredSkill) },
      { head: 'Required level', as: 'number', cell: ({ requiredLevel }) => renderRequirement(requiredLevel) },
      { head: 'Cost', as: 'number', cell: ({ costs, withReputation }) => renderPrices(costs, withReputation) },
    ],
  });
}

/** Renders a lesson's name, linked to its recipe if the recipe is public. */
function renderLesson({ name, spellId }: TrainerLesson, { recipes }: TaughtRecipes, base: string): unknown {
  const id = spellId?.value ?? null;
  const words = name === null ? `Spell ${id ?? 'unknown'}` : renderName(name.value, name.locale);
  const recipe = id === null ? undefined : recipes.get(id);
  const shown =
    recipe === undefined || id === null
      ? words
      : linkRecipe({ kind: 'recipe', id, name: recipe.name }, recipe.profession, base, words);
  return name === null ? shown : renderCounted(shown, name.installs);
}

/** Renders a profession, linked if it has public recipes. */
function nameProfession(profession: LocalizedText, { professions }: TaughtRecipes, base: string): unknown {
  return professions.has(formatProfessionSlug(profession.value))
    ? linkProfession(profession, base)
    : renderName(profession.value, profession.locale);
}

/** Renders a required skill or level. Records do not distinguish "none" from "unknown". */
function renderRequirement(required: { readonly value: number } | null): Cell {
  return { value: required?.value ?? null, shown: required?.value ?? DASH_MARK };
}
