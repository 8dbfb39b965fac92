import type { GameClass, GameItem } from '../ports/build.ts';
import { qualitySlug, slotSlug, slugsById } from './slugs.ts';

/** Slugs of a build's item classes and their subclasses. */
export interface ClassSlugs {
  /** Returns null if the build does not name the class. */
  classSlug(classId: number | null): string | null;
  /** If the build does not name the subclass, returns its number. Returns null if `subclassId` is null. */
  subclassSlug(classId: number | null, subclassId: number | null): string | null;
}

/** Assigns slugs in id order, so that they do not depend on which classes have items. */
export function classSlugs(classes: readonly GameClass[]): ClassSlugs {
  const ascending = classes.toSorted((a, b) => a.classId - b.classId);
  const slugs = slugsById(ascending.map(({ classId, name }) => ({ id: classId, name })));
  const within = new Map(ascending.map(({ classId, subclasses }) => [classId, subclassSlugs(subclasses)]));
  return {
    classSlug: (classId) => (classId === null ? null : (slugs.get(classId) ?? null)),
    subclassSlug: (classId, subclassId) =>
      subclassId === null
        ? null
        : ((classId === null ? undefined : within.get(classId)?.get(subclassId)) ?? `${subclassId}`),
  };
}

function subclassSlugs(subclasses: GameClass['subclasses']): ReadonlyMap<number, string> {
  return slugsById(
    subclasses
      .toSorted((a, b) => a.subclassId - b.subclassId)
      .map(({ subclassId, name }) => ({ id: subclassId, name })),
  );
}

/** The slugs that `/api/items` accepts as item filters. */
export interface ItemSlugs {
  readonly class: string | null;
  readonly subclass: string | null;
  readonly slot: string | null;
  readonly quality: string | null;
}

type ItemIds = Pick<GameItem, 'classId' | 'subclassId' | 'inventoryType' | 'qualityId'>;

export function itemSlugs(item: ItemIds, slugs: ClassSlugs): ItemSlugs {
  return {
    class: slugs.classSlug(item.classId),
    subclass: slugs.subclassSlug(item.classId, item.subclassId),
    slot: slotSlug(item.inventoryType),
    quality: qualitySlug(item.qualityId),
  };
}
