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

function readSortLevel(level: number | null | undefined): number {
  return level ?? Number.MAX_SAFE_INTEGER;
}

/**
 * Returns the quests whose givers players met in a zone. If there are more than `max`, returns those with the lowest
 * ids.
 */
export async function readZoneQuests(
  snapshot: PublishedSnapshot,
  mapId: number,
  max = ZONE_QUESTS_MAX,
): Promise<ZoneQuestsPage> {
  // Reads one more quest than it counts, to find out whether the zone has more.
  const ids = await snapshot.questsGivenIn(mapId, ZONE_QUESTS_MAX + 1);
  const quests = await readListedQuests(snapshot, ids.slice(0, max));
  return {
    ...countQuests(ids),
    rows: quests.toSorted((a, b) => readSortLevel(a.level) - readSortLevel(b.level) || a.id - b.id),
  };
}

function countQuests(ids: readonly number[]): Pick<ZoneQuestsPage, 'total' | 'isWhole'> {
  return { total: Math.min(ids.length, ZONE_QUESTS_MAX), isWhole: ids.length <= ZONE_QUESTS_MAX };
}

/** The ids of all counted quests of a zone, in order. */
interface OrderedQuests extends Pick<ZoneQuestsPage, 'total' | 'isWhole'> {
  readonly ids: readonly number[];
}

/** Maximum number of quest ids cached per snapshot, across all zones. */
const ORDERED_QUESTS_MAX = 20_000;

const cachedQuestOrders = createSnapshotCache<OrderedQuests>(ORDERED_QUESTS_MAX, ({ ids }) => 1 + ids.length);

/** Returns up to `max` of a zone's quests, starting at index `first`. The whole list is sorted once per snapshot. */
export async function readZoneQuestsPage(
  snapshot: PublishedSnapshot,
  mapId: number,
  { first, max }: { readonly first: number; readonly max: number },
): Promise<ZoneQuestsPage> {
  const { ids, total, isWhole } = await cachedQuestOrders(snapshot, `${mapId}`, () => readQuestOrder(snapshot, mapId));
  const quests = await readListedQuests(snapshot, ids.slice(first, first + max));
  return { total, isWhole, rows: quests };
}

async function readQuestOrder(snapshot: PublishedSnapshot, mapId: number): Promise<OrderedQuests> {
  const found = await snapshot.questsGivenIn(mapId, ZONE_QUESTS_MAX + 1);
  const ids = found.slice(0, ZONE_QUESTS_MAX);
  const facts = await snapshot.factsAmong(families.quests, ids.map(String));
  const level = (id: number): number => readSortLevel(unwrapAgreedValue(facts.get(`${id}`)?.level));
  return { ...countQuests(found), ids: ids.toSorted((a, b) => level(a) - level(b) || a - b) };
}
