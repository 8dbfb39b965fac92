import type { GameClass, GameItem } from '../ports/build.ts';
import { mapInOrder } from '../values/map_in_order.ts';
import type { GameFiles } from './game_files.ts';
import type { ItemRow } from './item_row.ts';
import { type CardSnapshot, nameOf } from './read_sources.ts';
import { classIdsOf, playerClassName } from './vocabulary.ts';

/** What the game's files say of an item, with the names that its numbers stand for; null where they have no row of it. */
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

/** Names of the files are short; a line has room for several that are not. */
function cut(name: string | null): string | null {
  return name === null ? null : [...name].slice(0, NAME_LENGTH_MAX).join('');
}
