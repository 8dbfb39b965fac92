import type { GameClass, GameItem } from '../ports/build.ts';
import type { Categories } from '../ports/builds.ts';
import { assignClassSlugs, findPluralName } from './class_slugs.ts';
import { ITEM_QUALITIES, ITEM_SLOTS } from './slugs.ts';

/** Returns the classes and subclasses that have items, ordered by id, along with all slots and qualities. */
export function createCategories(
  items: Iterable<Pick<GameItem, 'classId' | 'subclassId'>>,
  classes: readonly GameClass[],
): Categories {
  const counts = countItemsByClass(items);
  const slugs = assignClassSlugs(classes);
  const used = classes.filter(({ classId }) => counts.has(classId)).toSorted((a, b) => a.classId - b.classId);
  return {
    classes: used.map(({ classId, name, subclasses }) => {
      const { all, bySubclass } = counts.get(classId)!;
      const names = new Map(subclasses.map((subclass) => [subclass.subclassId, subclass.name]));
      return {
        id: classId,
        name,
        label: findPluralName(classId) ?? name,
        slug: slugs.classSlug(classId)!,
        items: all,
        subclasses: [...bySubclass]
          .sort(([a], [b]) => a - b)
          .map(([id, count]) => ({
            id,
            name: names.get(id) ?? null,
            slug: slugs.subclassSlug(classId, id)!,
            items: count,
          })),
      };
    }),
    slots: ITEM_SLOTS.map(({ slug, name }) => ({ slug, name })),
    qualities: ITEM_QUALITIES,
  };
}

interface ClassCount {
  all: number;
  readonly bySubclass: Map<number, number>;
}

function countItemsByClass(items: Iterable<Pick<GameItem, 'classId' | 'subclassId'>>): ReadonlyMap<number, ClassCount> {
  const counts = new Map<number, ClassCount>();
  for (const { classId, subclassId } of items) {
    if (classId === null) continue;
    const count = counts.get(classId) ?? { all: 0, bySubclass: new Map<number, number>() };
    counts.set(classId, count);
    count.all += 1;
    if (subclassId !== null) count.bySubclass.set(subclassId, (count.bySubclass.get(subclassId) ?? 0) + 1);
  }
  return counts;
}
