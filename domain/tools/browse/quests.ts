import { unwrapAgreedValue } from '../../families/counting/agreed.ts';
import { families } from '../../families/mod.ts';
import type { FirstRows } from '../../reads/entities/first_of.ts';
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
    [unwrapAgreedValue(giver), unwrapAgreedValue(turnIn)].filter((id) => id !== null),
  );
  const npcs = await readEntities(snapshot, 'npc', [...new Set(npcIds)]);
  return ids.map((id) => {
    const fact = facts.get(`${id}`);
    return {
      id,
      name: fact?.title,
      level: unwrapAgreedValue(fact?.level),
      rewards: fact?.rewards?.length || null,
      giver: npcs.get(unwrapAgreedValue(fact?.giver) ?? 0) ?? null,
      turnIn: npcs.get(unwrapAgreedValue(fact?.turnIn) ?? 0) ?? null,
    };
  });
}

/** Maximum number of quests counted per zone. No zone of the game has more. */
const ZONE_QUESTS_MAX = 500;

/** Some of a zone's quests, ordered by level. Quests of unknown level come last. */
export interface ZoneQuestsPage extends FirstRows<ListedQuest> {
  /** False if the zone has more than `total` quests. */
  readonly isWhole: boolean;
}

/** The ids of all counted quests of a zone, in order. */
interface OrderedQuests extends Pick<ZoneQuestsPage, 'total' | 'isWhole'> {
  readonly ids: readonly number[];
}

/** Maximum number of quest ids cached per snapshot, across all zones. */
const ORDERED_QUESTS_MAX = 20_000;

const cachedQuestOrders = createSnapshotCache<OrderedQuests>(ORDERED_QUESTS_MAX, ({ ids }) => 1 + ids.length);

/**
 * Returns up to `max` of the quests whose givers players met in a zone, starting at index `first`. The whole list is
 * sorted once per snapshot.
 */
export async function readZoneQuests(
  snapshot: PublishedSnapshot,
  mapId: number,
  { first = 0, max = ZONE_QUESTS_MAX } = {},
): Promise<ZoneQuestsPage> {
  const { ids, total, isWhole } = await cachedQuestOrders(snapshot, `${mapId}`, () => readQuestOrder(snapshot, mapId));
  return { total, isWhole, rows: await readListedQuests(snapshot, ids.slice(first, first + max)) };
}

async function readQuestOrder(snapshot: PublishedSnapshot, mapId: number): Promise<OrderedQuests> {
  // Reads one more quest than it counts, to find out whether the zone has more.
  const found = await snapshot.questsGivenIn(mapId, ZONE_QUESTS_MAX + 1);
  const ids = found.slice(0, ZONE_QUESTS_MAX);
  const facts = await snapshot.factsAmong(families.quests, ids.map(String));
  const level = (id: number): number => unwrapAgreedValue(facts.get(`${id}`)?.level) ?? Number.MAX_SAFE_INTEGER;
  const isWhole = found.length <= ZONE_QUESTS_MAX;
  return { total: ids.length, isWhole, ids: ids.toSorted((a, b) => level(a) - level(b) || a - b) };
}
