import type {
  npc_page as npc,
  object_page as object,
  quest_page as quest,
  vendor_page as vendor,
} from '../../../schema/tools/entity_pages.ts';
import { describeOffer } from '../../cards/item.ts';
import { capitalise, formatRange, formatVendorPrices } from '../../cards/words.ts';
import { families } from '../../families/mod.ts';
import { renderOneLine } from '../../reads/entities/first_of.ts';
import { type NpcLimits, TOOL_LIMITS, WEB_LIMITS } from '../../reads/entities/limits.ts';
import { readObject } from '../../reads/entities/loot.ts';
import { type Npc, readNpc } from '../../reads/entities/npc.ts';
import { type EntityPlace, formatInZone, isZoneNameFromFiles, renderPlaces } from '../../reads/entities/places.ts';
import { type Quest, readQuest } from '../../reads/entities/quest.ts';
import {
  addDetails,
  type Entity,
  type PublishedSnapshot,
  quoteText,
  toLabel,
} from '../../reads/entities/snapshot_data.ts';
import { type Offer, readVendor } from '../../reads/entities/vendor.ts';
import { type CardType, toPageUrl } from '../../values/entity_page.ts';
import { readLocaleField } from '../../values/language.ts';
import { formatQuantity, joinWithAnd } from '../../values/phrases.ts';
import { answerPage, renderPage, renderRowsWithRest } from '../shared/page.ts';
import type { ContractRule, ToolContext } from '../tool.ts';
import { renderGatheredItems, renderLoot } from './loot_text.ts';

/** Everything public about an NPC (contract, section 6). */
export const npc_page: ContractRule<typeof npc> = {
  answer: createNpcAnswer(TOOL_LIMITS.npc),
  text: (answer) => renderPage(answer, renderNpc),
};

/** Like `npc_page`, but with lists cut to the length shown on web pages. */
export const shown_npc_page = { answer: createNpcAnswer(WEB_LIMITS.npc) };

export const object_page: ContractRule<typeof object> = {
  answer: (context, { objectId }) =>
    answerEntityPage(
      context,
      { kind: 'object', id: objectId },
      (snapshot) => readObject(snapshot, objectId, TOOL_LIMITS.object),
      ({ zones }) => zones.rows,
    ),
  text: (answer) =>
    renderPage(answer, ({ object, zones, loot, gathering }) => [
      object.name === null ? `${capitalise(toLabel(object))}. Its name is not known yet.` : `${toLabel(object)}.`,
      ...renderPlaces(zones),
      ...(loot.kills === 0 ? [] : renderLoot(loot, 'object', object.url)),
      ...renderGatheredItems('Players gather from it', gathering),
    ]),
};

export const quest_page: ContractRule<typeof quest> = {
  answer: (context, { questId }) =>
    answerEntityPage(
      context,
      { kind: 'quest', id: questId },
      (snapshot) => readQuest(snapshot, questId, TOOL_LIMITS.quest),
      ({ giver, turnIn }) => [giver, turnIn].flatMap((person) => person?.places ?? []),
    ),
  text: (answer) => renderPage(answer, renderQuest),
};

export const vendor_page: ContractRule<typeof vendor> = {
  answer: (context, { vendorNpcId: npcId }) =>
    answerPage(context, async (snapshot) => {
      const [fact, { vendor, zones, goods }] = await Promise.all([
        snapshot.fact(families.npcs, `${npcId}`),
        readVendor(snapshot, npcId, TOOL_LIMITS.vendor),
      ]);
      if (goods.total === 0) {
        const sentence = `No public data yet on what ${toLabel(vendor)} sells.`;
        return { none: fact === null ? sentence : `${sentence} npc_page tells what else is known of it.` };
      }
      return {
        page: { vendor, name: fact?.name ?? null, zones, goods },
        url: toPageUrl(snapshot.publisher, 'npc', npcId),
        fromFiles: isZoneNameFromFiles(zones.rows),
      };
    }),
  text: (answer) =>
    renderPage(answer, ({ vendor, zones, goods }) => [
      `${toLabel(vendor)} sells ${formatQuantity(goods.total, 'item')}.`,
      ...renderPlaces(zones),
      ...renderRowsWithRest(goods.rows, goods.total, (good) => `- ${formatOffer(good)}`),
    ]),
};

function createNpcAnswer(max: NpcLimits): ContractRule<typeof npc>['answer'] {
  return (context, { npcId }) =>
    answerEntityPage(
      context,
      { kind: 'npc', id: npcId },
      (snapshot) => readNpc(snapshot, npcId, max),
      ({ zones }) => zones.rows,
    );
}

/** Answers with the page that `read` returns, or says that there is none. `placesOf` returns all places that it names. */
function answerEntityPage<P>(
  context: ToolContext,
  { kind, id }: { readonly kind: CardType; readonly id: number },
  read: (snapshot: PublishedSnapshot) => Promise<P | null>,
  placesOf: (page: P) => readonly EntityPlace[],
) {
  return answerPage(context, async (snapshot) => {
    const page = await read(snapshot);
    if (page === null) return { none: `No public data for ${kind === 'npc' ? 'NPC' : kind} ${id} yet.` };
    return { page, url: toPageUrl(snapshot.publisher, kind, id), fromFiles: isZoneNameFromFiles(placesOf(page)) };
  });
}

/** Renders an NPC's page like a guide: first its roles for players, then its location. */
function renderNpc(page: Npc): readonly string[] {
  return [
    `${[toLabel(page.npc), ...listNpcTraits(page)].join(', ')}.`,
    ...renderPlaces(page.zones),
    ...(page.loot === null ? [] : renderLoot(page.loot, 'npc', page.npc.url)),
    ...renderGatheredItems('Players gather from it', page.gathering),
    ...renderOneLine('Sells', page.goods, formatOffer),
    ...renderOneLine('Teaches', page.services, formatLesson),
    ...renderOneLine('Gives the quests', page.gives, formatNpcQuest),
    ...renderOneLine('Ends the quests', page.takes, formatNpcQuest),
  ];
}

/** Renders `vendor, "Cooking" trainer, level 30, friendly, gives 3 quests, ends 2`. */
function listNpcTraits({ goods, services, trains, levels, reactions, gives, takes }: Npc): readonly string[] {
  return [
    ...(goods.total === 0 ? [] : ['vendor']),
    ...(services.total === 0 ? [] : [formatProfessions(trains)]),
    ...(levels === null ? [] : [`level ${formatRange(levels.min, levels.max)}`]),
    ...(reactions.length === 0 ? [] : [reactions.map(({ value }) => value).join(' or ')]),
    ...(gives.total === 0 ? [] : [`gives ${formatQuantity(gives.total, 'quest')}`]),
    ...(takes.total === 0 ? [] : [`ends ${formatQuantity(takes.total, 'quest')}`]),
  ];
}

/** Renders `"Cooking" trainer` or `trainer of "Cooking" and "Fishing"`. */
function formatProfessions(trains: Npc['trains']): string {
  const professions = trains.map((profession) => JSON.stringify(profession));
  return professions.length > 1 ? `trainer of ${joinWithAnd(professions)}` : [...professions, 'trainer'].join(' ');
}

export function formatNpcQuest({ quest, level }: Npc['gives']['rows'][number]): string {
  return addDetails(quest, level === null ? [] : [`level ${level.value}`]);
}

export function formatLesson({
  name,
  spellId,
  costs,
  withReputation,
  requiredSkill,
  profession,
}: Npc['services']['rows'][number]): string {
  const lesson = name === null ? `spell ${spellId?.value ?? '?'}` : quoteText(name);
  const cost = costs.length === 0 ? '' : ` for ${formatVendorPrices(costs, withReputation)}`;
  const skill = requiredSkill === null ? '' : ` from skill ${requiredSkill.value}`;
  return `${lesson}${cost}${skill}${skill !== '' && profession !== null ? ` in ${quoteText(profession)}` : ''}`;
}

/** Renders `"Axe" (item 5) for 25c`. */
export function formatOffer(good: Offer & { readonly item: Entity }): string {
  return `${toLabel(good.item)}${describeOffer(good)}`;
}

/** Renders a quest, and its neighbours in chains as `formatNeighbour` does. */
export function renderQuest(page: Quest, formatNeighbour: (quest: Entity) => string = toLabel): readonly string[] {
  const chains = pickChains(page);
  const left = page.chains.total - chains.length;
  return [
    `${toLabel(page.quest)}${page.level === null ? '' : `, level ${page.level.value}`}.`,
    ...renderQuestNpcs(page),
    ...renderOneLine('Rewards:', page.rewards, ({ item }) => toLabel(item)),
    ...chains.flatMap(({ name, locale, position, length, truncated, before, after }) => [
      `Part of the chain ${quoteText({ value: name, ...readLocaleField({ locale }) })}: ${position} of ${length}${truncated ? ' or more' : ''}.`,
      before === null ? 'No quest before it is known.' : `Previous: ${formatNeighbour(before)}.`,
      after === null ? 'No next quest is known.' : `Next: ${formatNeighbour(after)}.`,
    ]),
    ...(left > 0 ? [`Part of ${formatQuantity(left, 'other chain')}.`] : []),
    ...(page.chains.total === 0 ? ['No quest before or after it is known.'] : []),
  ];
}

const SHOWN_CHAINS_MAX = 2;

/** Returns the chains that most players report, because a few installs can make up a chain with a low id. */
export function pickChains({ chains }: Quest): Quest['chains']['rows'] {
  return chains.rows.toSorted((a, b) => b.installs - a.installs).slice(0, SHOWN_CHAINS_MAX);
}

function renderQuestNpcs({ giver, turnIn }: Quest): readonly string[] {
  if (giver !== null && giver.npc.id === turnIn?.npc.id) return [`Given by and turned in to ${formatQuestNpc(giver)}.`];
  return [
    giver === null ? 'Who gives it is not known yet.' : `Given by ${formatQuestNpc(giver)}.`,
    turnIn === null ? 'Where it is turned in is not known yet.' : `Turned in to ${formatQuestNpc(turnIn)}.`,
  ];
}

function formatQuestNpc({ npc, places }: NonNullable<Quest['giver']>): string {
  return `${toLabel(npc)}${formatInZone(places)}`;
}
