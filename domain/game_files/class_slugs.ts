import type { GameClass, GameItem } from '../ports/build.ts';
import type { ItemSlugs } from '../ports/builds.ts';
import { assignSlugs, findQualitySlug, findSlotSlug } from './slugs.ts';

/** Slugs of a build's item classes and their subclasses. */
export interface ClassSlugs {
  /** Returns null if the build does not name the class. */
  classSlug(classId: number | null): string | null;
  /** Returns null if `subclassId` is null, or the subclass's number if the build does not name it. */
  subclassSlug(classId: number | null, subclassId: number | null): string | null;
}

/** Assigns slugs in id order, so that they do not depend on which classes have items. */
export function assignClassSlugs(classes: readonly GameClass[]): ClassSlugs {
  const ascending = classes.toSorted((a, b) => a.classId - b.classId);
  const slugs = assignSlugs(ascending.map(({ classId, name }) => ({ id: classId, name })));
  const within = new Map(ascending.map(({ classId, subclasses }) => [classId, assignSubclassSlugs(subclasses)]));
  return {
    classSlug: (classId) => (classId === null ? null : (slugs.get(classId) ?? null)),
    subclassSlug: (classId, subclassId) =>
      subclassId === null
        ? null
        : ((classId === null ? undefined : within.get(classId)?.get(subclassId)) ?? `${subclassId}`),
  };
}

function assignSubclassSlugs(subclasses: GameClass['subclasses']): ReadonlyMap<number, string> {
  return assignSlugs(
    subclasses
      .toSorted((a, b) => a.subclassId - b.subclassId)
      .map(({ subclassId, name }) => ({ id: subclassId, name })),
  );
}

type ItemCategoryIds = Pick<GameItem, 'classId' | 'subclassId' | 'inventoryType' | 'qualityId'>;

export function findItemSlugs(item: ItemCategoryIds, slugs: ClassSlugs): ItemSlugs {
  return {
    class: slugs.classSlug(item.classId),
    subclass: slugs.subclassSlug(item.classId, item.subclassId),
    slot: findSlotSlug(item.inventoryType),
    quality: findQualitySlug(item.qualityId),
  };
}

/** Our names for the client's item classes, keyed by class id: the singular, spelt as in slugs, and the plural. */
const CLASS_NAMES: ReadonlyMap<number, readonly [one: string, many: string]> = new Map([
  [0, ['Consumable', 'Consumables']],
  [1, ['Container', 'Containers']],
  [2, ['Weapon', 'Weapons']],
  [3, ['Gem', 'Gems']],
  [4, ['Armor', 'Armour']],
  [5, ['Reagent', 'Reagents']],
  [6, ['Projectile', 'Projectiles']],
  [7, ['Trade Goods', 'Trade goods']],
  [9, ['Recipe', 'Recipes']],
  [11, ['Quiver', 'Quivers']],
  [12, ['Quest', 'Quest items']],
  [13, ['Key', 'Keys']],
  [15, ['Miscellaneous', 'Miscellaneous']],
  [16, ['Glyph', 'Glyphs']],
]);

/** Returns our name for a class that the build does not name, or the class's number if we have no name for it. */
export function findFallbackName(classId: number): string {
  return CLASS_NAMES.get(classId)?.[0] ?? `Class ${classId}`;
}

export function findPluralName(classId: number): string | null {
  return CLASS_NAMES.get(classId)?.[1] ?? null;
}
