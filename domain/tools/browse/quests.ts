import { agreedValue } from '../../families/counting/agreed.ts';
import { families } from '../../families/mod.ts';
import type { Worded } from '../../values/language.ts';
import { ok, type StorageResult } from '../../values/result.ts';
import type { FirstOf } from '../shared/first_of.ts';
import { createKept } from '../shared/kept.ts';
import { type Entity, entitiesOf, type SnapshotData } from '../shared/snapshot_data.ts';

/** A quest as lists show it. */
export interface ListedQuest {
  readonly id: number;
  readonly name: Worded | undefined;
  readonly level: number | null;
  readonly giver: Entity<'npc'> | null;
  readonly turnIn: Entity<'npc'> | null;
  /** Items that it gives, as far as three installs list them; null: none that they do, which is not none. */
  readonly rewards: number | null;
}

/** What lists show of these quests, in their order. */
export const listedQuests = async (
  data: SnapshotData,
  ids: readonly number[],
): Promise<StorageResult<readonly ListedQuest[]>> => {
  const facts = await data.reader.factsAmong(data.view, families.quests, ids.map(String));
  if (!facts.ok) return facts;
  const npcIds = [...facts.value.values()].flatMap(({ giver, turnIn }) =>
    [agreedValue(giver), agreedValue(turnIn)].filter((id) => id !== null),
  );
  const npcs = await entitiesOf(data, 'npc', [...new Set(npcIds)]);
  if (!npcs.ok) return npcs;
  return ok(
    ids.map((id) => {
      const fact = facts.value.get(`${id}`);
      return {
        ...{ id, name: fact?.title, level: agreedValue(fact?.level), rewards: fact?.rewards?.length || null },
        giver: npcs.value.get(agreedValue(fact?.giver) ?? 0) ?? null,
        turnIn: npcs.value.get(agreedValue(fact?.turnIn) ?? 0) ?? null,
      };
    }),
  );
};

/** Quests of one zone that are counted: no zone of the game has so many. */
const QUESTS_OF_ZONE_MAX = 500;

/** Some quests of a zone by level, those of unknown level last. */
export interface QuestsOfZone extends FirstOf<ListedQuest> {
  /** False: there are more than `total`. */
  readonly isWhole: boolean;
}

const levelOf = (level: number | null | undefined): number => level ?? Number.MAX_SAFE_INTEGER;

/** The quests whose givers players met in a zone; of more than `max` those with the lowest ids. */
export const questsOfZone = async (
  data: SnapshotData,
  mapId: number,
  max = QUESTS_OF_ZONE_MAX,
): Promise<StorageResult<QuestsOfZone>> => {
  // One more than are counted tells whether there are more.
  const ids = await data.reader.questsGivenIn(data.view, mapId, QUESTS_OF_ZONE_MAX + 1);
  if (!ids.ok) return ids;
  const quests = await listedQuests(data, ids.value.slice(0, max));
  if (!quests.ok) return quests;
  return ok({
    ...countOf(ids.value),
    rows: quests.value.toSorted((a, b) => levelOf(a.level) - levelOf(b.level) || a.id - b.id),
  });
};

const countOf = (ids: readonly number[]): Pick<QuestsOfZone, 'total' | 'isWhole'> => ({
  total: Math.min(ids.length, QUESTS_OF_ZONE_MAX),
  isWhole: ids.length <= QUESTS_OF_ZONE_MAX,
});

/** All counted quests of a zone in their order. */
interface QuestOrder extends Pick<QuestsOfZone, 'total' | 'isWhole'> {
  readonly ids: readonly number[];
}

/** Numbers of quests that are kept of one snapshot, of all zones together. */
const ORDERED_MAX = 20_000;

const kept = createKept<QuestOrder>(ORDERED_MAX, ({ ids }) => 1 + ids.length);

/** Some of these quests, from the `first` on (counted from 0): the order of all is worked out once a snapshot. */
export const someQuestsOfZone = async (
  data: SnapshotData,
  mapId: number,
  { first, max }: { readonly first: number; readonly max: number },
): Promise<StorageResult<QuestsOfZone>> => {
  const order = await kept(data, `${mapId}`, () => readOrder(data, mapId));
  if (!order.ok) return order;
  const { ids, total, isWhole } = order.value;
  const quests = await listedQuests(data, ids.slice(first, first + max));
  return quests.ok ? ok({ total, isWhole, rows: quests.value }) : quests;
};

const readOrder = async ({ reader, view }: SnapshotData, mapId: number): Promise<StorageResult<QuestOrder>> => {
  const found = await reader.questsGivenIn(view, mapId, QUESTS_OF_ZONE_MAX + 1);
  if (!found.ok) return found;
  const ids = found.value.slice(0, QUESTS_OF_ZONE_MAX);
  const facts = await reader.factsAmong(view, families.quests, ids.map(String));
  if (!facts.ok) return facts;
  const level = (id: number): number => levelOf(agreedValue(facts.value.get(`${id}`)?.level));
  return ok({ ...countOf(found.value), ids: ids.toSorted((a, b) => level(a) - level(b) || a - b) });
};
