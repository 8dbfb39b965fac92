import { agreedValue, agreedValues } from '../families/counting/agreed.ts';
import { families } from '../families/mod.ts';
import { findEdges } from '../reads/find_edges.ts';
import { mapInOrder } from '../values/map_in_order.ts';
import type { Card, EntityName } from './card.ts';
import { few } from './drop_lines.ts';
import { questCard } from './quest.ts';
import { type CardSnapshot, nameOf } from './read_sources.ts';

/** Maximum number of rewards shown, equal to the maximum in a record. */
const REWARDS_LISTED = 20;

/** Builds a quest's card. Returns null if there are no public facts about the quest. */
export async function readQuestCard(snapshot: CardSnapshot, questId: number): Promise<Card | null> {
  const [fact, edges, mentions] = await Promise.all([
    snapshot.fact(families.quests, String(questId)),
    findEdges(snapshot, ['reward_from:item:quest'], { toId: questId }, REWARDS_LISTED),
    snapshot.mentionsOf('quest', questId),
  ]);
  if (fact === null && edges.total + mentions.length === 0) return null;
  const agreed = agreedValues(fact?.rewards);
  // If the newest reports agree on no reward, fall back to rewards that three installs have ever reported.
  const itemIds = agreed.length > 0 ? agreed : edges.rows.map(({ fromId }) => fromId);
  const [giver, turnIn, rewards] = await Promise.all([
    npcOf(snapshot, agreedValue(fact?.giver)),
    npcOf(snapshot, agreedValue(fact?.turnIn)),
    mapInOrder(itemIds.slice(0, REWARDS_LISTED), (itemId) => nameOf(snapshot, 'item', itemId, true)),
  ]);
  return questCard({
    questId,
    title: agreedValue(fact?.title),
    level: agreedValue(fact?.level),
    giver,
    turnIn,
    rewards: few(rewards, REWARDS_LISTED, Math.max(itemIds.length, agreed.length > 0 ? 0 : edges.total)),
  });
}

function npcOf(snapshot: CardSnapshot, npcId: number | null): Promise<EntityName | null> {
  return npcId === null ? Promise.resolve(null) : nameOf(snapshot, 'npc', npcId, true);
}
