import type { GameClass, GameItem } from '../ports/build.ts';
import { mapInOrder } from '../values/map_in_order.ts';
import type { GameFiles } from './game_files.ts';
import type { ItemRow } from './item_row.ts';
import { type CardSnapshot, nameOf } from './read_sources.ts';
import { classIdsOf, playerClassName } from './vocabulary.ts';

/** Reads an item's row and the names of the ids in it. Returns null if the build has no row for the item. */
export async function itemRowOf(sources: CardSnapshot, files: GameFiles, itemId: number): Promise<ItemRow | null> {
  const item = await files.item(itemId);
  if (item === null) return null;
  const { classId, setId, card } = item;
  const [itemClass, set, skillName, classNames, startsQuest] = await Promise.all([
    classId === null ? NOTHING : files.itemClass(classId),
    isSet(setId) ? files.set(setId) : NOTHING,
    isSet(card.requiredSkillId) ? files.name('skill', card.requiredSkillId) : NOTHING,
    mapInOrder(classIdsOf(card.allowableClass ?? 0), (id) => files.name('player_class', id)),
    isSet(card.startsQuestId) ? nameOf(sources, 'quest', card.startsQuestId, false) : NOTHING,
  ]);
  return {
    item,
    className: cut(itemClass?.name ?? null),
    subclassName: cut(subclassNameOf(itemClass, item)),
    set: set === null ? null : { name: cut(set.name) ?? '', pieces: set.itemIds.length },
    skillName: cut(skillName),
    classNames: classIdsOf(card.allowableClass ?? 0).map((id, i) => cut(classNames[i] ?? playerClassName(id))),
    startsQuest,
  };
}

const NOTHING = Promise.resolve(null);

function isSet(id: number | null): id is number {
  return id !== null && id > 0;
}

function subclassNameOf(itemClass: GameClass | null, { subclassId }: GameItem): string | null {
  return itemClass?.subclasses.find((one) => one.subclassId === subclassId)?.name ?? null;
}

const NAME_LENGTH_MAX = 80;

/** Cuts a name to 80 characters. Names in the game's files are normally shorter; the cut keeps lines readable. */
function cut(name: string | null): string | null {
  return name === null ? null : [...name].slice(0, NAME_LENGTH_MAX).join('');
}
