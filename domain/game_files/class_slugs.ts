import type { GameClass, GameItem } from '../ports/build.ts';
import { qualityOf, slotOf, slugsById } from './slugs.ts';

/** The slugs of the classes of a build, and of the subclasses within each. */
export interface ClassSlugs {
  /** Null for a class that the build does not name. */
  classSlug(classId: number | null): string | null;
  /** The number of a subclass that the build does not name. */
  subclassSlug(classId: number | null, subclassId: number | null): string | null;
}

/** Slugs are given in the order of ids, so that they do not hang on which classes hold items. */
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

/** What `/api/items` filters an item by. */
export interface ItemSlugs {
  readonly class: string | null;
  readonly subclass: string | null;
  readonly slot: string | null;
  readonly quality: string | null;
}

type Sorted = Pick<GameItem, 'classId' | 'subclassId' | 'inventoryType' | 'qualityId'>;

export function itemSlugs(item: Sorted, slugs: ClassSlugs): ItemSlugs {
  return {
    class: slugs.classSlug(item.classId),
    subclass: slugs.subclassSlug(item.classId, item.subclassId),
    slot: slotOf(item.inventoryType),
    quality: qualityOf(item.qualityId),
  };
}
