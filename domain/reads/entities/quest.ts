import type { quest_page as contract } from '../../../schema/tools/entity_pages.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import type { AgreedValue } from '../../families/counting/agreed.ts';
import { selectMentions } from '../../families/lookups/mentioned.ts';
import { type Facts, families } from '../../families/mod.ts';
import type { MentionList } from '../../ports/facts.ts';
import { readLocaleField } from '../../values/language.ts';
import { mapFirstRows } from './first_of.ts';
import type { QuestLimits } from './limits.ts';
import { type LinkedEdgeList, pickSeenDates, readEdges } from './observed_edges.ts';
import { readPlaces } from './places.ts';
import { type Entity, type PublishedSnapshot, readEntity } from './snapshot_data.ts';

/** Everything that players reported about a quest. */
export type Quest = NonNullable<ToolAnswer<typeof contract>['page']>;

/** Reads a quest, with each list up to its limit. Returns null if nothing about the quest is public. */
export async function readQuest(snapshot: PublishedSnapshot, questId: number, max: QuestLimits): Promise<Quest | null> {
  const [fact, edges, mentions] = await Promise.all([
    snapshot.fact(families.quests, `${questId}`),
    readEdges(snapshot, 'reward_from:item:quest', { toId: questId }, max.rewardsCompared),
    snapshot.mentionsOf('quest', questId),
  ]);
  if (fact === null && edges.total + mentions.length === 0) return null;
  const [quest, giver, turnIn, rewards, chains] = await Promise.all([
    readEntity(snapshot, 'quest', questId),
    readQuestNpc(snapshot, fact?.giver, max),
    readQuestNpc(snapshot, fact?.turnIn, max),
    readRewards(snapshot, fact, edges, max),
    readChains(snapshot, questId, mentions, max.chains),
  ]);
  return { quest, title: fact?.title ?? null, level: fact?.level ?? null, giver, turnIn, rewards, chains };
}

async function readQuestNpc(
  snapshot: PublishedSnapshot,
  agreed: AgreedValue<number> | undefined,
  max: QuestLimits,
): Promise<Quest['giver']> {
  if (agreed === undefined) return null;
  const [npc, places] = await Promise.all([
    readEntity(snapshot, 'npc', agreed.value),
    max.maps === 0 ? null : readPlaces(snapshot, { kind: 'npc', id: agreed.value }, max),
  ]);
  return { npc, installs: agreed.installs, places: places?.rows ?? null };
}

/**
 * Returns the rewards: first the rewards in the most recent reports, then all others that three installs have ever
 * reported. If `newestRewards` is set, the others are left out; but if the most recent reports contain no rewards, all
 * are returned, in the order in which they became public.
 */
function readRewards(
  snapshot: PublishedSnapshot,
  fact: Facts['quests'] | null,
  { rows, total }: LinkedEdgeList,
  max: QuestLimits,
): Promise<Quest['rewards']> {
  const listed = new Map((fact?.rewards ?? []).map(({ value, installs }) => [value, installs]));
  const isListed = ({ fromId }: LinkedEdgeList['rows'][number]) => listed.has(fromId);
  const onlyListed = max.newestRewards && listed.size > 0;
  const ordered =
    max.newestRewards && listed.size === 0
      ? rows
      : rows.toSorted((a, b) => Number(isListed(b)) - Number(isListed(a)) || a.fromId - b.fromId);
  const shown = onlyListed ? ordered.filter(isListed) : ordered;
  return mapFirstRows({ total: onlyListed ? shown.length : total, rows: shown }, max.rewards, async (edge) => {
    const item = await readEntity(snapshot, 'item', edge.fromId);
    return { item, listedNow: listed.get(edge.fromId) ?? null, ...pickSeenDates(edge) };
  });
}

async function readChains(
  snapshot: PublishedSnapshot,
  questId: number,
  mentions: readonly MentionList[],
  max: number,
): Promise<Quest['chains']> {
  const { subjects, total } = selectMentions(mentions, families.quest_chains, 'entry');
  const listed = subjects.slice(0, max);
  const facts = await Promise.all(listed.map((subject) => snapshot.fact(families.quest_chains, subject)));
  const found = listed.flatMap((subject, i) => {
    const entry = facts[i]?.entry ?? null;
    const at = entry?.value.questIds.indexOf(questId) ?? -1;
    return entry === null || at < 0 ? [] : [{ subject, entry, at }];
  });
  const neighbour = (id: number | undefined) => (id === undefined ? null : readEntity(snapshot, 'quest', id));
  return mapFirstRows({ total, rows: found }, max, async ({ subject, entry, at }) => {
    const { value: chain, installs } = entry;
    const [before, after] = await Promise.all([neighbour(chain.questIds[at - 1]), neighbour(chain.questIds[at + 1])]);
    return {
      chainId: Number(subject),
      name: chain.name,
      position: at + 1,
      length: chain.questIds.length,
      ...readLocaleField(entry),
      truncated: chain.truncated === true,
      before,
      after,
      installs,
    };
  });
}

/** A quest's name, level, giver and turn-in NPC. */
interface QuestSummary extends Pick<Quest, 'level'> {
  readonly quest: Entity<'quest'>;
  readonly giver: AgreedValue<number> | null;
  readonly turnIn: AgreedValue<number> | null;
}

/** Reads a quest for a list on another entity's page. */
export async function readQuestSummary(snapshot: PublishedSnapshot, questId: number): Promise<QuestSummary> {
  const [quest, fact] = await Promise.all([
    readEntity(snapshot, 'quest', questId),
    snapshot.fact(families.quests, `${questId}`),
  ]);
  return { quest, level: fact?.level ?? null, giver: fact?.giver ?? null, turnIn: fact?.turnIn ?? null };
}
