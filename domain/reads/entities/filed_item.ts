import { CLASS_ID_MAX } from '../../../schema/limits.ts';
import type { GameItem, GameSet } from '../../ports/build.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { type Entity, type PublishedSnapshot, readEntity, toFileName } from './snapshot_data.ts';

/** An item's row in the imported build, with names for the ids that the row contains. */
export interface FileItem {
  readonly item: GameItem;
  /** Null if the item belongs to no set or the set has no row. */
  readonly set: GameSet | null;
  /** Null if the item requires no skill. The name is null if the skill has none. */
  readonly requiredSkill: {
    readonly skillId: number;
    readonly name: string | null;
    readonly rank: number | null;
  } | null;
  /** The only classes that can use the item. Empty if all can use it. */
  readonly classes: readonly { readonly classId: number; readonly name: string | null }[];
  readonly startsQuest: Entity<'quest'> | null;
}

/** Reads an item's row. Returns null if no build was imported or the build has no row for the item. */
export async function readFileItem(snapshot: PublishedSnapshot, itemId: number): Promise<FileItem | null> {
  const { view, game } = snapshot;
  // The import wrote the facts from these types (domain/game_files/import/import_build.ts).
  const item = view.game === null ? null : ((await game.fact('item', `${itemId}`)) as GameItem | null);
  if (item === null) return null;
  const { startsQuestId, requiredSkillId, requiredSkill: rank, allowableClass } = item.card;
  const [set, skillName, classes, startsQuest] = await Promise.all([
    isId(item.setId) ? (game.fact('set', `${item.setId}`) as Promise<GameSet | null>) : null,
    isId(requiredSkillId) ? game.fact('skill', `${requiredSkillId}`) : null,
    mapInOrder(listClassIds(allowableClass ?? 0), async (classId) => {
      const name = await game.fact('player_class', `${classId}`);
      return { classId, name: toFileName(name) ?? findClassName(classId) };
    }),
    isId(startsQuestId) ? readEntity(snapshot, 'quest', startsQuestId, false) : null,
  ]);
  const requiredSkill = isId(requiredSkillId) ? { skillId: requiredSkillId, name: toFileName(skillName), rank } : null;
  return { item, set, requiredSkill, classes, startsQuest };
}

function isId(id: number | null): id is number {
  return id !== null && id > 0;
}

/** Player classes by the client's id. Class n is bit n - 1 of a class mask (contract, section 4, Slugs). */
const PLAYER_CLASSES: ReadonlyMap<number, string> = new Map([
  [1, 'Warrior'],
  [2, 'Paladin'],
  [3, 'Hunter'],
  [4, 'Rogue'],
  [5, 'Priest'],
  [7, 'Shaman'],
  [8, 'Mage'],
  [9, 'Warlock'],
  [11, 'Druid'],
]);

/** Returns the name of a player class for builds that do not name it, or null if this release does not know the id. */
export function findClassName(id: number): string | null {
  return PLAYER_CLASSES.get(id) ?? null;
}

const ALL_CLASSES_MASK = [...PLAYER_CLASSES.keys()].reduce((mask, id) => mask | (1 << (id - 1)), 0);

/** Returns the class ids in a mask, or none if the mask allows all classes: 0, negative, or a bit for every class. */
export function listClassIds(mask: number): readonly number[] {
  if (mask <= 0 || (mask & ALL_CLASSES_MASK) === ALL_CLASSES_MASK) return [];
  return Array.from({ length: CLASS_ID_MAX }, (_, i) => i + 1).filter((id) => (mask & (1 << (id - 1))) !== 0);
}
