import { readAgreedValue } from '../../families/counting/agreed.ts';
import { families } from '../../families/mod.ts';
import type { FirstOf } from '../../reads/entities/first_of.ts';
import { type Entity, type PublishedSnapshot, readEntities } from '../../reads/entities/snapshot_data.ts';
import { createSnapshotCache } from '../../reads/snapshot_cache.ts';
import type { LocalizedText } from '../../values/language.ts';

export interface ListedQuest {
  readonly id: number;
  readonly name: LocalizedText | undefined;
  readonly level: number | null;
  readonly giver: Entity<'npc'> | null;
  readonly turnIn: Entity<'npc'> | null;
  /**
   * Number of reward items that at least three installs list, or null if there are none. Null does not mean that the
   * quest has no rewards.
   */
  readonly rewards: number | null;
}

/** Returns the list entries for these quests, in the given order. */
export async function readListedQuests(
  snapshot: PublishedSnapshot,
  ids: readonly number[],
): Promise<readonly ListedQuest[]> {
  const facts = await snapshot.factsAmong(families.quests, ids.map(String));
  const npcIds = [...facts.values()].flatMap(({ giver, turnIn }) =>
    [readAgreedValue(giver), readAgreedValue(turnIn)].filter((id) => id !== null),
  );
  const npcs = await readEntities(snapshot, 'npc', [...new Set(npcIds)]);
  return ids.map((id) => {
    const fact = facts.get(`${id}`);
    return {
      id,
      name: fact?.title,
      level: readAgreedValue(fact?.level),
      rewards: fact?.rewards?.length || null,
      giver: npcs.get(readAgreedValue(fact?.giver) ?? 0) ?? null,
      turnIn: npcs.get(readAgreedValue(fact?.turnIn) ?? 0) ?? null,
    };
  });
}

/** Maximum number of quests counted per zone. No zone of the game has more. */
const QUESTS_OF_ZONE_MAX = 500;

/** Some of a zone's quests, ordered by level. Quests of unknown level come last. */
export interface QuestsOfZone extends FirstOf<ListedQuest> {
  /** False if the zone has more than `total` quests. */
  readonly isWhole: boolean;
}

function readSortLevel(level: number | null | undefined): number {
  return level ?? Number.MAX_SAFE_INTEGER;
}

/**
 * Returns the quests whose givers players met in a zone. If there are more than `max`, returns those with the lowest
 * ids.
 */
export async function readQuestsOfZone(
  snapshot: PublishedSnapshot,
  mapId: number,
  max = QUESTS_OF_ZONE_MAX,
): Promise<QuestsOfZone> {
  // Reads one more quest than it counts, to find out whether the zone has more.
  const ids = await snapshot.questsGivenIn(mapId, QUESTS_OF_ZONE_MAX + 1);
  const quests = await readListedQuests(snapshot, ids.slice(0, max));
  return {
    ...countQuests(ids),
    rows: quests.toSorted((a, b) => readSortLevel(a.level) - readSortLevel(b.level) || a.id - b.id),
  };
}

function countQuests(ids: readonly number[]): Pick<QuestsOfZone, 'total' | 'isWhole'> {
  return { total: Math.min(ids.length, QUESTS_OF_ZONE_MAX), isWhole: ids.length <= QUESTS_OF_ZONE_MAX };
}

/** The ids of all counted quests of a zone, in order. */
interface QuestOrder extends Pick<QuestsOfZone, 'total' | 'isWhole'> {
  readonly ids: readonly number[];
}

/** Maximum number of quest ids cached per snapshot, across all zones. */
const ORDERED_MAX = 20_000;

const cachedQuestOrders = createSnapshotCache<QuestOrder>(ORDERED_MAX, ({ ids }) => 1 + ids.length);

/** Returns up to `max` of a zone's quests, starting at index `first`. The whole list is sorted once per snapshot. */
export async function readQuestPageOfZone(
  snapshot: PublishedSnapshot,
  mapId: number,
  { first, max }: { readonly first: number; readonly max: number },
): Promise<QuestsOfZone> {
  const { ids, total, isWhole } = await cachedQuestOrders(snapshot, `${mapId}`, () => readOrder(snapshot, mapId));
  const quests = await readListedQuests(snapshot, ids.slice(first, first + max));
  return { total, isWhole, rows: quests };
}

async function readOrder(snapshot: PublishedSnapshot, mapId: number): Promise<QuestOrder> {
  const found = await snapshot.questsGivenIn(mapId, QUESTS_OF_ZONE_MAX + 1);
  const ids = found.slice(0, QUESTS_OF_ZONE_MAX);
  const facts = await snapshot.factsAmong(families.quests, ids.map(String));
  const level = (id: number): number => readSortLevel(readAgreedValue(facts.get(`${id}`)?.level));
  return { ...countQuests(found), ids: ids.toSorted((a, b) => level(a) - level(b) || a - b) };
}
