import { formatRange } from '../../../cards/words.ts';
import { families } from '../../../families/mod.ts';
import { findItemKind, type ItemKindFilter } from '../../../knowledge/intents/word_classes.ts';
import type { GameItem } from '../../../ports/build.ts';
import { TOOL_LIMITS } from '../../../reads/entities/limits.ts';
import type { Levels } from '../../../reads/entities/npc.ts';
import { formatInZone, formatZone, readPlacesById, type Zone } from '../../../reads/entities/places.ts';
import { readQuest } from '../../../reads/entities/quest.ts';
import { type PublishedSnapshot, readEntities, toLabel } from '../../../reads/entities/snapshot_data.ts';
import { mapInOrder } from '../../../values/map_in_order.ts';
import { formatQuantity } from '../../../values/phrases.ts';
import { type ListedQuest, readListedQuests, readZoneQuests } from '../../browse/quests.ts';
import { readListedZones, sortZonesByLevel } from '../../browse/zones.ts';
import { isLevelSuited } from '../../coverage/help_wanted.ts';
import { pickChains, renderQuest } from '../../pages/entity_pages.ts';
import { renderTitledList } from '../../shared/page.ts';
import { formatQuest } from '../zone_text.ts';
import { type Answerer, addNameNotes, createIntent, createNamedAnswer } from './answer.ts';
import { isItemOfKind } from './kinds.ts';
import { findName, isInZone, parseId } from './names.ts';
import { creaturesIntent } from './people.ts';

const SHOWN_NAMESAKES_MAX = 3;
const SHOWN_QUESTS_MAX = 10;

const QUEST_LIMITS = { ...TOOL_LIMITS.quest, maps: 1, pins: 1 };

/** Answers with the giver, the turn-in, the rewards and the chain of a quest. */
export const answerQuest = createNamedAnswer('quest', ['quest'], async ({ snapshot, id, hits }) => {
  const alike = hits.slice(0, SHOWN_NAMESAKES_MAX);
  const pages = await mapInOrder(alike, (hit) => readQuest(snapshot, parseId(hit), QUEST_LIMITS));
  const known = pages.filter((page) => page !== null);
  const beside = known.flatMap(pickChains).flatMap(({ before, after }) => [before?.id, after?.id]);
  const starts = await describeStarts(snapshot, [...new Set(beside.filter((quest) => quest !== undefined))]);
  const lines = known.flatMap((page) => renderQuest(page, (quest) => starts.get(quest.id)!));
  return { lines, about: alike.map((hit) => hit.id), arguments: { questId: id } };
});

/** Describes quests with their givers, such as `"Bears" (quest 3, level 8), from "Ann" (npc 7) in "Elwynn" at 40.5, 60`. */
async function describeStarts(snapshot: PublishedSnapshot, ids: readonly number[]) {
  const quests = await readListedQuests(snapshot, ids);
  const givers = quests.flatMap(({ giver }) => giver?.id ?? []);
  const places = await readPlacesById(snapshot, 'npc', givers, QUEST_LIMITS);
  return new Map(
    quests.map((quest) => [
      quest.id,
      `${formatQuest(quest)}${formatInZone(places.get(quest.giver?.id ?? 0)?.rows ?? null)}`,
    ]),
  );
}

export const giversIntent = createIntent('givers', 'quest_page', answerQuest)`
  (what|which) [~quest] (comes|come|is) (before|next|after) [after] [~a] [~quest] {quest}; {quest} [~quest] (chain|questline|next|follow up); what follows {quest}; after {quest}
  [i] [have] [just] (finished|completed|did|done) [~a] [~quest] {quest} [[~quest] (what|which) [~quest] (comes|come|is) next|what now|now what]
  (next|following|previous|prior) ~quest [after|before|of|in|to] {quest}; [~quest] (chain|questline|prequest) (of|for) {quest}
  (what|which) [~quest] (chain|questline) ~be {quest} [in|part of]
  ~who ~give [me] [~a] ~quest {quest}; ~who ~give [me] {quest} [~quest]
  (where|how) [~can|to] [~i] (pick up|get|start|accept|begin|find) [~a] [~quest] {quest} [~quest]
  (where|who|to who|to whom) [~can|to] [~i] (turn in|hand in|finish|complete|deliver|end|return) [~a] [~quest] {quest} [to]
  where ~can [~a] [~quest] {quest} (start|begin|end|finish); where ~be [~a] ~quest {quest}
  [~who ~be] {quest} [~quest] (giver|questgiver|start|turn in|turnin); {quest} ~quest (where|location|start|giver)
  [~a] ~quest {quest} [where]; {quest} ~quest
`;

export const rewardsIntent = createIntent('rewards', 'quest_page', answerQuest)`
  what ~be [~a] (reward|rewards) (for|of|from) [~a] [~quest] {quest}
  (what|which) [reward|rewards|~item] ~can [~i] [~find|get] [from|for] [~a] [~quest] {quest} ~give
  (reward|rewards) (for|of|from) [~a] [~quest] {quest}
  {quest} (reward|rewards); ~quest (reward|rewards) [for|of|from] {quest}
  what [~can] ~i (~find|get) [for|from] [doing|completing|finishing] [~a] [~quest] {quest} [~a] [~quest]
`;

/** Answers with the quests of a zone, by level. */
const answerZoneQuests = createNamedAnswer('zone', ['zone'], async ({ snapshot, slots, hit, id, quotedName }) => {
  const { rows, total } = await readZoneQuests(snapshot, id);
  const own = slots.level === undefined ? null : Number(slots.level);
  const fitting = own === null ? rows : rows.filter((quest) => isQuestNear(quest, own));
  const shown = fitting.slice(0, SHOWN_QUESTS_MAX);
  const where = `${own === null ? '' : ` near level ${own}`} in ${quotedName}`;
  const title = `${formatQuantity(own === null ? total : fitting.length, 'quest')}${where}, by level`;
  const url = `${snapshot.publisher.publicUrl}/quests?zone=${id}`;
  return {
    lines: [
      ...(shown.length === 0 ? [`No quest${where} is known yet.`] : []),
      ...renderTitledList(title, fitting.map(formatQuest), SHOWN_QUESTS_MAX, fitting.length, url),
    ],
    about: [hit.id, ...shown.slice(0, 5).map((quest) => `quest:${quest.id}`)],
    arguments: { kind: 'zone', id },
  };
});

export const zoneQuestsIntent = createIntent('zone_quests', 'entity_relations', answerZoneQuests)`
  (what|which|how many|list|show|all) [~a] ~quest [~be|are] [there] [for me] (in|around|at|near) {zone} ~atlevel
  [all] ~quest [there] (in|around|at|near|for) {zone} ~atlevel; {zone} ~quest
  [what|which|any|all] ~quest [there|~be|are] [(at|for|around|near)] level {level} (in|at|around) {zone}
  [what|which|any|all|low|high] [level] ~quest [are] [there] (in|at|around) {zone}; [what|which|any|all] ~quest
`;

/** Greatest difference in level of a quest that is "at" a level. */
const LEVELS_NEARBY = 3;

function isQuestNear({ level }: ListedQuest, own: number): boolean {
  return level !== null && Math.abs(level - own) <= LEVELS_NEARBY;
}

/** Answers with the quests of a zone that reward gear of a kind, such as boots or daggers. */
const answerGearRewards = createNamedAnswer('zone', ['zone'], async ({ snapshot, slots, hit, id, quotedName }) => {
  const { gear = '' } = slots;
  const wanted = findItemKind(gear);
  if (wanted === null) return null;
  if (snapshot.view.game === null) {
    const line = `Which rewards are ${gear} is not known: that is in the game’s files, and none are imported here.`;
    return { lines: [line], about: [hit.id], arguments: {} };
  }
  const quests = await readZoneQuests(snapshot, id);
  const rewards = await readGearRewards(snapshot, quests.rows, wanted);
  return {
    lines: [
      rewards.length === 0
        ? `No quest known in ${quotedName} rewards ${gear}.`
        : `Quests in ${quotedName} that reward ${gear} (kinds of items found in game files, unconfirmed):`,
      ...rewards.slice(0, SHOWN_QUESTS_MAX).map(({ quest, items }) => `- ${formatQuest(quest)}: ${items.join(' or ')}`),
    ],
    about: [hit.id, ...rewards.slice(0, 5).map(({ quest }) => `quest:${quest.id}`)],
    arguments: { kind: 'zone', id: id },
    fromFiles: true,
  };
});

export const gearRewardsIntent = createIntent('gear_rewards', 'quest_page', answerGearRewards)`
  ~who ~quest [(in|around|near) {zone}] ~give [me] {gear}; ~who ~quest ~give [me] {gear} [(in|around|near) {zone}]
  [any] ~quest ~inzone (that|which|[that|which|with|for] ~give|for|with|giving|rewarding|(that|which|with|for) ~a reward of) {gear}
  [any] ~quest (for|with|that ~give|which ~give|giving|rewarding) {gear} (in|around|near) {zone}
  [any] {gear} [from] (quest rewards|quest reward|~quest|from quests) [(in|around|near) {zone}]
`;

async function readGearRewards(snapshot: PublishedSnapshot, quests: readonly ListedQuest[], wanted: ItemKindFilter) {
  const facts = await snapshot.factsAmong(
    families.quests,
    quests.map(({ id }) => `${id}`),
  );
  const itemsOf = (id: number): readonly number[] => (facts.get(`${id}`)?.rewards ?? []).map(({ value }) => value);
  const ids = [...new Set(quests.flatMap(({ id }) => itemsOf(id)))];
  const [filed, items] = await Promise.all([
    snapshot.game.factsAmong('item', ids.map(String)),
    readEntities(snapshot, 'item', ids),
  ]);
  const isWanted = (id: number): boolean => isItemOfKind(filed.get(`${id}`) as GameItem | undefined, wanted);
  return quests.flatMap((quest) => {
    const own = itemsOf(quest.id).filter(isWanted);
    return own.length === 0 ? [] : [{ quest, items: own.map((id) => toLabel(items.get(id)!)) }];
  });
}

/**
 * Answers with the zones whose creatures suit a character level, or the level after a zone, and with their quests near it.
 * No record shows which of them is the fastest.
 */
const answerLevelling: Answerer = async (context, { level: asked, zone }) => {
  const { snapshot } = context;
  const place = zone === undefined ? null : await findName(snapshot, zone, ['zone']);
  const all = await sortZonesByLevel(snapshot, await readListedZones(snapshot));
  const left = all.find((one) => place !== null && isInZone([one], place));
  const level = Number(asked ?? (left?.levels?.max ?? Number.NaN) + 1);
  if (Number.isNaN(level)) return null;
  if (asked !== undefined && zone !== undefined) return creaturesIntent.answer(context, { zone, level: asked });
  const near = all.filter((one) => one !== left && one.levels !== null && isLevelSuited(one, level));
  const shown = await mapInOrder(near.slice(0, SHOWN_QUESTS_MAX), async (one) => {
    const quests = (await readZoneQuests(snapshot, one.mapId)).rows.filter((quest) => isQuestNear(quest, level));
    const count = `${formatQuantity(quests.length, 'quest')} near level ${level}, such as`;
    return `${formatLevelZone(one)}${quests.length === 0 ? '' : `: ${count} ${formatQuest(quests[0]!)}`}`;
  });
  const zones = `creatures near level ${level}${left === undefined ? '' : `, after ${formatLevelZone(left)}`}`;
  return addNameNotes([place], {
    lines: [
      ...(near.length === 0 ? [`No zone with ${zones} is known yet.`] : []),
      ...renderTitledList(`Zones with ${zones}, by level`, shown, SHOWN_QUESTS_MAX, near.length),
      'No record shows where players level fastest.',
    ],
    about: near.slice(0, 5).map(({ mapId }) => `zone:${mapId}`),
    arguments: {},
  });
};

function formatLevelZone({ levels, ...zone }: Zone & { readonly levels: Levels | null }): string {
  return `${formatZone(zone)} (level ${formatRange(levels!.min, levels!.max)})`;
}

export const levellingIntent = createIntent('levelling', 'search_knowledge', answerLevelling)`
  how [~can|to] [~i] (~find|get|level|level up|reach|go) [from level {skill}] [to|up to|from 1 to] [level] {level} [fast|quick|quickly|faster]
  [what ~be] [~a] [~best] (way|place|zone|spot) to (level|level up|grind|get) [at|to|from|as] [level] {level} [fast|quick|quickly]
  where [~can|to] [~i] (level|level up|grind|go|quest|fight|hunt) [at|to|as|from] [level] {level}
  ~best (zone|zones|place|area|spot) [at|for|as] level {level}; level {level} ~quest
  (~best|fastest) (leveling|levelling) (route|spot|zone|guide|way) [at|to|for] [level] {level}
  [[i] am|i m] [~a] level {level} (what|which|where) [~spot|~quest] [~can|to] [~i] [do|go|go to|quest|level|be] [next|now]
  [what|which] (~spot|~quest) [~can|to|is|are] [~i] [do|go|go to|quest in] [next|now] ~level
  [what|which|any|all] ~quest [there|~be|are] [(at|for|around|near)] level {level}
  (what|which) ~spot [~be|comes|~can|to] [~i] [go|go to] [next] after {zone}
  where [~can|to] [~i] (go|level|quest) [next] after {zone}; (what|where) next after {zone}
`;
