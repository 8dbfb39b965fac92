import { LIST_MAX } from '../../../schema/limits.ts';
import type { ItemsResponse } from '../../../schema/responses/itemsResponse.ts';
import { QUALITIES } from '../../../schema/vocabulary.ts';
import { BINDINGS, classIdsOf, playerClassName, STATS } from '../../cards/vocabulary.ts';
import type { GameItem, GameSet, ItemCard } from '../../ports/build.ts';
import { type Entity, entityOf, type PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { fileName } from '../../reads/entities/zone_name.ts';
import { matching, rangesOfPage } from '../../reads/item_index.ts';
import { rowsIn } from '../../reads/pieces.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { usesOf } from './item_uses.ts';

type ItemRow = ItemsResponse['items'][number];

const MAX = LIST_MAX.itemInFiles;

/**
 * Returns the imported build's data on an item (schema/tools/item_pages.ts, itemInFiles), or null if there is no build
 * or the build does not have the item.
 */
export async function itemInFiles(snapshot: PublishedSnapshot, itemId: number) {
  if (snapshot.view.game === null) return null;
  const [row, fact] = await Promise.all([rowOf(snapshot, itemId), snapshot.game.fact('item', `${itemId}`)]);
  // The rows were written from this type (domain/game_files/import/import_rows.ts).
  const item = fact as GameItem | null;
  if (row === null || item === null) return null;
  const set = (item.setId ?? 0) > 0 ? await snapshot.game.fact('set', `${item.setId}`) : null;
  const { itemId: _itemId, setId: _setId, ...listed } = row;
  const { armour, damage, delayMs, stats, resistances, durability, bagSlots } = item.card;
  const [related, uses] = await Promise.all([relatedOf(snapshot, item.card), usesOf(snapshot, itemId)]);
  return {
    ...listed,
    quality: item.qualityId === null ? null : (QUALITIES[item.qualityId] ?? null),
    armour,
    damage: damage?.slice(0, MAX.damages) ?? null,
    delayMs,
    stats:
      stats?.slice(0, MAX.stats).map(({ statId, amount }) => ({ statId, name: STATS.get(statId) ?? null, amount })) ??
      null,
    resistances: resistances?.slice(0, MAX.resistances) ?? null,
    binding: bindingText(item.card),
    maxCount: maxCountOf(item.card),
    durability,
    bagSlots,
    ...related,
    ...uses,
    set: setOf(set as GameSet | null),
  };
}

/** The other entities that its row names: the quest it starts, the required skill and the allowed player classes. */
async function relatedOf(snapshot: PublishedSnapshot, card: ItemCard) {
  const { startsQuestId, requiredSkillId, requiredSkill: rank, allowableClass } = card;
  const [startsQuest, skill, classes] = await Promise.all([
    questOf(snapshot, startsQuestId),
    snapshot.game.fact('skill', `${requiredSkillId ?? 0}`),
    mapInOrder(classIdsOf(allowableClass ?? 0), async (classId) => {
      const name = await snapshot.game.fact('player_class', `${classId}`);
      return { classId, name: fileName(name) ?? playerClassName(classId) };
    }),
  ]);
  return {
    startsQuest,
    requiredSkill: isSet(requiredSkillId) ? { skillId: requiredSkillId, name: fileName(skill), rank } : null,
    classes: allowableClass === null ? null : classes,
  };
}

async function questOf(snapshot: PublishedSnapshot, questId: number | null): Promise<Entity<'quest'> | null> {
  return isSet(questId) ? entityOf(snapshot, 'quest', questId, false) : null;
}

function isSet(id: number | null): id is number {
  return id !== null && id > 0;
}

function bindingText({ binding }: ItemCard): string | null {
  return binding === 0 ? 'none' : binding === null ? null : (BINDINGS.get(binding) ?? null);
}

/** Imports made by 0.3.0 store a boolean, so they only tell whether the count is one. */
function maxCountOf({ unique }: ItemCard): number | null {
  return typeof unique === 'number' ? Math.max(0, unique) : unique === true ? 1 : null;
}

/** The item's row as `/api/items` lists it. */
async function rowOf(snapshot: PublishedSnapshot, itemId: number): Promise<ItemRow | null> {
  const index = await snapshot.game.itemIndex();
  if (index === null) return null;
  const one = { item: itemId, class: null, subclass: null, slot: null, quality: null };
  const place = matching(index, one);
  const pieces = await snapshot.game.itemRows(rangesOfPage(place, index.itemIds.length, 0, 1));
  return rowsIn<ItemRow>(pieces)[0] ?? null;
}

function setOf(set: GameSet | null) {
  return set === null
    ? null
    : { setId: set.setId, name: fileName(set.name) ?? '', itemIds: set.itemIds.slice(0, MAX.setItems) };
}
