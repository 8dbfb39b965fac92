import { CARD_LIMITS } from '../reads/entities/limits.ts';
import { readQuest } from '../reads/entities/quest.ts';
import type { PublishedSnapshot } from '../reads/entities/snapshot_data.ts';
import { type Card, entityName, listLines, observedLine, plainCard } from './card.ts';

/** Reads a quest's card. Returns null if there are no public facts about the quest. */
export async function readQuestCard(snapshot: PublishedSnapshot, questId: number): Promise<Card | null> {
  const quest = await readQuest(snapshot, questId, CARD_LIMITS.quest);
  if (quest === null) return null;
  const { title, level, giver, turnIn, rewards } = quest;
  return plainCard('quest', questId, title?.value ?? null, [
    ...(level === null ? [] : [observedLine(`Level ${level.value}`)]),
    ...(giver === null ? [] : [observedLine('Given by ', entityName(giver.npc))]),
    ...(turnIn === null ? [] : [observedLine('Turned in to ', entityName(turnIn.npc))]),
    ...listLines(rewards, ({ item }) => observedLine('Reward: ', entityName(item)), 'Rewards:'),
  ]);
}
