import type { Categories, GameBuild } from '../ports/builds.ts';
import type { RowRange } from '../ports/places.ts';
import type { CutPosition, TextPiece } from '../ports/rows.ts';
import type { SnapshotStore } from '../ports/snapshots.ts';
import { formatChoices } from '../values/phrases.ts';
import { quote } from '../values/quoted.ts';
import { err, ok, type Result } from '../values/result.ts';
import { StorageFault } from '../values/storage_fault.ts';
import { findMatches, type ItemFilter, listRanges } from './item_index.ts';
import { type ListPage, type ListQuery, nextOffset, readNewest, resolvePin } from './list.ts';
import { badParameter, type ReadRefusal, refusePin } from './refusal.ts';
import { readWithRetry, requireSameImport } from './served_build.ts';

/** Query for the item list (contract, section 4, Item row). `subclass` is a slug or a number, and requires a class. */
export interface ItemsQuery extends ListQuery, ItemFilter {}

export interface ItemsPage extends ListPage {
  readonly game: GameBuild;
  /** The rows as comma-separated final JSON, in pieces to be concatenated. */
  readonly pieces: readonly TextPiece[];
}

/** Reason given when there are no items because no build of the game files has been imported. */
export const NO_BUILD_YET = 'NO_BUILD_YET';

/**
 * Returns one page of the build's items, ordered by id. Throws a storage fault with NO_BUILD_YET if no build was
 * imported.
 */
export function readItems(snapshots: SnapshotStore, query: ItemsQuery): Promise<Result<ItemsPage, ReadRefusal>> {
  return readWithRetry(snapshots, () => readItemsOnce(snapshots, query));
}

async function readItemsOnce(snapshots: SnapshotStore, query: ItemsQuery): Promise<Result<ItemsPage, ReadRefusal>> {
  const pinned = await resolvePin(snapshots, query.pin);
  if (!pinned.ok) return pinned;
  const { snapshot, at } = pinned.value;
  const { view } = snapshot;
  if (view.game === null) throw new StorageFault('snapshot', NO_BUILD_YET);
  const same = requireSameImport(pinned.value);
  if (!same.ok) return same;
  // A pin from before the first import cannot come from an item page.
  if (at.importN === null) return err(refusePin('snapshot'));
  const index = await snapshot.game.itemIndex();
  if (index === null) throw new StorageFault('snapshot', NO_BUILD_YET);
  const filter = resolveItemFilter(index.categories, query);
  if (!filter.ok) return filter;
  const items = index.itemIds.length;
  const matches = findMatches(index, filter.value);
  const total = matches?.length ?? items;
  const ranges = listRanges(matches, items, query.offset, query.limit);
  const { pieces, cut } = await snapshot.game.itemRows(ranges, query.bytesMax);
  const taken = cut === null ? query.limit : countEarlierRows(ranges, cut);
  return ok({
    ...pinned.value,
    game: view.game,
    total,
    pieces,
    nextOffset: nextOffset(query.offset, taken, total),
  });
}

function countEarlierRows(ranges: readonly RowRange[], { slice, place }: CutPosition): number {
  return ranges.slice(0, slice).reduce((sum, { from, to }) => sum + to - from, 0) + place - ranges[slice]!.from;
}

/** Converts the filter to slugs of this build. Rejects values that the build does not have. */
export function resolveItemFilter(categories: Categories, query: ItemFilter): Result<ItemFilter, ReadRefusal> {
  const { item, ids = null, slot, quality } = query;
  const none = { item, ids, slot, quality, class: null, subclass: null };
  if (query.class === null) {
    if (query.subclass === null) return ok(none);
    const needed = 'the slug or number of a subclass within the class that class names';
    return err(
      badParameter('subclass', `subclass must be ${needed}; it is ${quote(query.subclass)} and class is absent.`),
    );
  }
  const itemClass = categories.classes.find(({ slug }) => slug === query.class);
  if (itemClass === undefined) {
    const needed = formatChoices(listCategorySlugs(categories.classes), 'absent, since the build has no classes');
    return err(badParameter('class', `class must be ${needed}; it is ${quote(query.class)}.`));
  }
  if (query.subclass === null) return ok({ ...none, class: itemClass.slug });
  const { subclasses } = itemClass;
  const subclass =
    subclasses.find(({ slug }) => slug === query.subclass) ?? subclasses.find(({ id }) => `${id}` === query.subclass);
  if (subclass === undefined) {
    const needed = formatChoices(listCategorySlugs(subclasses), '');
    const rule =
      needed === '' ? 'absent, since the class has none' : `${needed} within ${itemClass.slug}, or its number`;
    return err(badParameter('subclass', `subclass must be ${rule}; it is ${quote(query.subclass)}.`));
  }
  return ok({ ...none, class: itemClass.slug, subclass: subclass.slug });
}

function listCategorySlugs(rows: readonly { readonly slug: string }[]): readonly string[] {
  return rows.map(({ slug }) => slug);
}

interface CategoriesPage extends Categories {
  /** The build, or null if no build was imported, in which case the lists are empty. */
  readonly game: GameBuild | null;
}

/** Returns the available item filters (contract, section 4, Item categories). */
export function readCategories(snapshots: SnapshotStore): Promise<CategoriesPage> {
  return readWithRetry(snapshots, async (): Promise<CategoriesPage> => {
    const snapshot = await readNewest(snapshots);
    const { game } = snapshot.view;
    if (game === null) return { ...NO_CATEGORIES, game };
    const found = await snapshot.game.fact('categories', '');
    return { ...((found ?? NO_CATEGORIES) as Categories), game };
  });
}

const NO_CATEGORIES: Categories = { classes: [], slots: [], qualities: [] };
