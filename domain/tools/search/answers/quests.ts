import { families } from '../../../families/mod.ts';
import { slotSlug } from '../../../game_files/slugs.ts';
import { GEAR, type GearKind } from '../../../knowledge/intents/word_classes.ts';
import type { GameItem } from '../../../ports/build.ts';
import { TOOL_LIMITS } from '../../../reads/entities/limits.ts';
import { readQuest } from '../../../reads/entities/quest.ts';
import { called, entitiesOf, type PublishedSnapshot } from '../../../reads/entities/snapshot_data.ts';
import { mapInOrder } from '../../../values/map_in_order.ts';
import { counted } from '../../../values/phrases.ts';
import { type ListedQuest, questsOfZone } from '../../browse/quests.ts';
import { questText } from '../../pages/entity_pages.ts';
import { titledLines } from '../../shared/page.ts';
import { type AnswerIntent, unknownName, withNotes } from './answer.ts';
import { findName, numberOf } from './names.ts';

const ALIKE_MAX = 3;
const SHOWN_MAX = 10;

const LIMITS = { ...TOOL_LIMITS.quest, maps: 1, pins: 1, chains: 1 };

/** Answers with the giver, the turn-in and the rewards of a quest. */
export const answerQuest: AnswerIntent = async ({ snapshot }, { quest = '' }) => {
  const match = await findName(snapshot, quest, ['quest']);
  if (match.hits.length === 0) return unknownName(match);
  const pages = await mapInOrder(match.hits.slice(0, ALIKE_MAX), (hit) => readQuest(snapshot, numberOf(hit), LIMITS));
  return withNotes([match], {
    lines: pages.flatMap((page) => (page === null ? [] : questText(page))),
    about: match.hits.slice(0, ALIKE_MAX).map(({ id }) => id),
    arguments: { questId: numberOf(match.hits[0]!) },
  });
};

/** Answers with the quests of a zone, by level. */
export const answerZoneQuests: AnswerIntent = async ({ snapshot }, { zone, level }) => {
  if (zone === undefined) return null;
  const match = await findName(snapshot, zone, ['zone']);
  const [hit] = match.hits;
  if (hit === undefined) return unknownName(match);
  const { rows, total } = await questsOfZone(snapshot, numberOf(hit));
  const own = level === undefined ? null : Number(level);
  const fitting =
    own === null ? rows : rows.filter(({ level: of }) => of !== null && Math.abs(of - own) <= LEVELS_NEAR);
  const shown = fitting.slice(0, SHOWN_MAX);
  const where = `${own === null ? '' : ` near level ${own}`} in ${JSON.stringify(hit.name)}`;
  const title = `${counted(own === null ? total : fitting.length, 'quest')}${where}, by level`;
  return withNotes([match], {
    lines: [
      ...(shown.length === 0 ? [`No quest${where} is known yet.`] : []),
      ...titledLines(title, fitting.map(listedText), SHOWN_MAX),
    ],
    about: [hit.id, ...shown.slice(0, 5).map(({ id }) => `quest:${id}`)],
    arguments: { kind: 'zone', id: numberOf(hit) },
  });
};

/** Greatest difference in level of a quest that is "at" a level. */
const LEVELS_NEAR = 3;

/** Renders `"Wolves" (quest 33), level 2, from "Deputy Willem" (npc 823)`. */
function listedText({ id, name, level, giver }: ListedQuest): string {
  return [
    called({ kind: 'quest', id, name: name?.value ?? null, url: null }),
    ...(level === null ? [] : [`level ${level}`]),
    ...(giver === null ? [] : [`from ${called(giver)}`]),
  ].join(', ');
}

/** Answers with the quests of a zone that reward gear of a kind, such as boots or daggers. */
export const answerGearRewards: AnswerIntent = async ({ snapshot }, { gear = '', zone }) => {
  const wanted = GEAR[gear];
  if (wanted === undefined || zone === undefined) return null;
  const match = await findName(snapshot, zone, ['zone']);
  const [hit] = match.hits;
  if (hit === undefined) return unknownName(match);
  if (snapshot.view.game === null) {
    const line = `Which rewards are ${gear} is not known: that is in the game’s files, and none are imported here.`;
    return { certainty: match.certainty, lines: [line], about: [hit.id], arguments: {} };
  }
  const quests = await questsOfZone(snapshot, numberOf(hit));
  const rewards = await rewardsOf(snapshot, quests.rows, wanted);
  return withNotes([match], {
    lines: [
      rewards.length === 0
        ? `No quest known in ${JSON.stringify(hit.name)} rewards ${gear}.`
        : `Quests in ${JSON.stringify(hit.name)} that reward ${gear} (kinds of items found in game files, unconfirmed):`,
      ...rewards.slice(0, SHOWN_MAX).map(({ quest, items }) => `- ${listedText(quest)}: ${items.join(' or ')}`),
    ],
    about: [hit.id, ...rewards.slice(0, 5).map(({ quest }) => `quest:${quest.id}`)],
    arguments: { kind: 'zone', id: numberOf(hit) },
    fromFiles: true,
  });
};

/** Returns the quests that reward gear of a kind, with the names of these rewards. */
async function rewardsOf(snapshot: PublishedSnapshot, quests: readonly ListedQuest[], wanted: GearKind) {
  const facts = await snapshot.factsAmong(
    families.quests,
    quests.map(({ id }) => `${id}`),
  );
  const itemsOf = (id: number): readonly number[] => (facts.get(`${id}`)?.rewards ?? []).map(({ value }) => value);
  const ids = [...new Set(quests.flatMap(({ id }) => itemsOf(id)))];
  const [filed, items] = await Promise.all([
    snapshot.game.factsAmong('item', ids.map(String)),
    entitiesOf(snapshot, 'item', ids),
  ]);
  const isWanted = (id: number): boolean => isOfKind(filed.get(`${id}`) as GameItem | undefined, wanted);
  return quests.flatMap((quest) => {
    const own = itemsOf(quest.id).filter(isWanted);
    return own.length === 0 ? [] : [{ quest, items: own.map((id) => called(items.get(id)!)) }];
  });
}

function isOfKind(item: GameItem | undefined, { slots = [], subclasses }: GearKind): boolean {
  if (item === undefined) return false;
  const slot = slotSlug(item.inventoryType);
  if (slot !== null && slots.includes(slot)) return true;
  return item.classId === subclasses?.classId && subclasses?.ids.includes(item.subclassId ?? -1) === true;
}

/** Answers that no record shows how to reach a character level, and suggests another question. */
export const answerLevelling: AnswerIntent = async (_context, { level = '' }) => ({
  certainty: 'exact',
  lines: [
    `How to reach level ${level} fast is not known here, because no record shows it. Ask for quests or creatures, such as “quests in Westfall at level ${level}”.`,
  ],
  about: [],
  arguments: {},
});
