import { LIMITS } from '../../../schema/limits.ts';
import type { House, ItemCursor, MarketItem } from '../../ports/market.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { findMatches } from '../../reads/item_index.ts';
import { compareQuantities } from '../../reads/market.ts';
import { listReagents } from '../craft/craft_answers.ts';
import { readMatchingProfession } from '../craft/recipes.ts';

/** Selects items of a market. A null field matches everything. */
export interface MarketFilter {
  /** Slug of an item class of the game's files. */
  readonly itemClass: string | null;
  /** A profession whose recipes need the item. */
  readonly profession: string | null;
}

export const NO_MARKET_FILTER: MarketFilter = { itemClass: null, profession: null };

/** The item classes and professions by which a market can be filtered. Item classes are empty if no build was imported. */
export interface FilterChoices {
  readonly itemClasses: readonly { readonly slug: string; readonly label: string }[];
  readonly professions: readonly string[];
}

export async function readFilterChoices(snapshot: PublishedSnapshot): Promise<FilterChoices> {
  const [index, professions] = await Promise.all([snapshot.game.itemIndex(), snapshot.professions()]);
  return { itemClasses: index?.categories.classes ?? [], professions };
}

/** Maximum number of items that are looked up one by one. Above it, the items with the most units are filtered. */
const ITEMS_PER_LOOKUP = 500;

/**
 * Returns the items of a market that a filter selects, most units first, or null if the filter selects everything. If
 * the filter selects many items of the game, only the items with the most units on sale are considered.
 */
export async function readFilteredItems(
  snapshot: PublishedSnapshot,
  { realmKey, house }: { readonly realmKey: string; readonly house: House | '' },
  filter: MarketFilter,
): Promise<readonly MarketItem[] | null> {
  const ofClass = filter.itemClass === null ? null : await readItemsOfClass(snapshot, filter.itemClass);
  const reagents = filter.profession === null ? null : await readReagents(snapshot, filter.profession);
  const ids = intersectSets(ofClass, reagents);
  if (ids === null) return null;
  if (ids.size > ITEMS_PER_LOOKUP) {
    const items = await snapshot.market.items(realmKey, house, LIMITS.marketItemsMax.value);
    return items.filter(({ itemId }) => ids.has(itemId));
  }
  const found = await snapshot.market.itemsAmong(realmKey, house, [...ids]);
  return [...found.values()].toSorted(compareQuantities);
}

/** Returns at most `limit` of these items, which are ordered by units, after a place. */
export function takeItemsAfter(
  items: readonly MarketItem[],
  after: ItemCursor | null,
  limit: number,
): readonly MarketItem[] {
  const isBehind = ({ quantity, itemId }: MarketItem): boolean =>
    after === null || quantity < after.quantity || (quantity === after.quantity && itemId > after.itemId);
  return items.filter(isBehind).slice(0, limit);
}

async function readItemsOfClass(snapshot: PublishedSnapshot, itemClass: string): Promise<ReadonlySet<number>> {
  const index = await snapshot.game.itemIndex();
  if (index === null) return new Set();
  const places = findMatches(index, { item: null, class: itemClass, subclass: null, slot: null, quality: null }) ?? [];
  return new Set(Array.from(places, (place) => index.itemIds[place]!));
}

async function readReagents(snapshot: PublishedSnapshot, profession: string): Promise<ReadonlySet<number>> {
  const known = await readMatchingProfession(snapshot, profession);
  return new Set(listReagents(known?.recipes ?? []));
}

function intersectSets(a: ReadonlySet<number> | null, b: ReadonlySet<number> | null) {
  if (a === null || b === null) return a ?? b;
  return new Set([...b].filter((id) => a.has(id)));
}
