import type { Categories, ItemIndex, SlugIndex, StoredItem } from '../ports/builds.ts';
import type { RowRange } from '../ports/places.ts';
import { type BoundedCache, createBoundedCache } from '../values/bounded_cache.ts';

/** Filter for items by slugs. A null field matches everything. */
export interface ItemFilter {
  readonly item: number | null;
  /** Several items. Null matches everything, as does its absence. */
  readonly ids?: readonly number[] | null;
  readonly class: string | null;
  readonly subclass: string | null;
  readonly slot: string | null;
  readonly quality: string | null;
}

const FILTERS = ['class', 'subclass', 'slot', 'quality'] as const;

/** Creates a builder for an index of `count` items. Add rows in list order. */
export function createIndexBuilder(count: number) {
  const itemIds = new Uint32Array(count);
  const columns = FILTERS.map(() => ({ codes: new Uint16Array(count), words: [''], known: new Map<string, number>() }));
  let place = 0;
  return {
    add: (row: Pick<StoredItem, 'itemId' | (typeof FILTERS)[number]>): void => {
      itemIds[place] = row.itemId;
      FILTERS.forEach((name, i) => {
        const word = row[name];
        if (word === null) return;
        const { codes, words, known } = columns[i]!;
        let code = known.get(word);
        if (code === undefined) {
          code = words.push(word) - 1;
          known.set(word, code);
        }
        codes[place] = code;
      });
      place++;
    },
    done: (categories: Categories): ItemIndex => {
      const [class_, subclass, slot, quality] = columns.map(({ codes, words }): SlugIndex => ({ codes, words }));
      return { itemIds, class: class_!, subclass: subclass!, slot: slot!, quality: quality!, categories };
    },
  };
}

/** Positions of the items that match a filter, or null for all items. */
export type Matches = Uint32Array | null;

/** Returns the positions of the items that match, in ascending order. Results are cached. */
export function findMatches(index: ItemIndex, filter: ItemFilter): Matches {
  const wanted = FILTERS.filter((name) => filter[name] !== null);
  const asked = filter.item === null ? (filter.ids ?? null) : [filter.item];
  if (asked !== null) {
    const isAsked = (id: number): boolean => filter.ids?.includes(id) ?? true;
    const places = asked.filter(isAsked).flatMap((id) => findItemPosition(index.itemIds, id) ?? []);
    return Uint32Array.from(
      places.filter((place) => wanted.every((name) => readSlug(index[name], place) === filter[name])),
    ).sort();
  }
  if (wanted.length === 0) return null;
  const cache = findIndexCache(index);
  const key = wanted.map((name) => `${name}=${filter[name]}`).join('&');
  const known = cache.get(key);
  if (known !== undefined) return known;
  const places = searchIndex(index, filter, wanted);
  cache.set(key, places, places.byteLength);
  return places;
}

const NO_MATCHES = new Uint32Array();

/** Maximum size of the cache. Enough for a few hundred filters over a hundred thousand items. */
const MATCH_CACHE_BYTES = 16 * 1024 * 1024;

const cachesByIndex = new WeakMap<ItemIndex, BoundedCache<Uint32Array>>();

function findIndexCache(index: ItemIndex): BoundedCache<Uint32Array> {
  const known = cachesByIndex.get(index) ?? createBoundedCache<Uint32Array>(MATCH_CACHE_BYTES);
  cachesByIndex.set(index, known);
  return known;
}

function searchIndex(index: ItemIndex, filter: ItemFilter, wanted: readonly (typeof FILTERS)[number][]): Uint32Array {
  const asked = wanted.map((name) => ({ codes: index[name].codes, code: index[name].words.indexOf(filter[name]!) }));
  const [first, ...rest] = asked;
  if (first === undefined || asked.some(({ code }) => code <= 0)) return NO_MATCHES;
  const places = new Uint32Array(index.itemIds.length);
  let found = 0;
  for (let place = 0; place < first.codes.length; place++) {
    if (first.codes[place] !== first.code) continue;
    if (rest.every(({ codes, code }) => codes[place] === code)) places[found++] = place;
  }
  return places.slice(0, found);
}

function readSlug({ codes, words }: SlugIndex, place: number): string | null {
  const code = codes[place]!;
  return code === 0 ? null : words[code]!;
}

function findItemPosition(itemIds: Uint32Array, itemId: number): number | null {
  let low = 0;
  let high = itemIds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (itemIds[middle]! < itemId) low = middle + 1;
    else high = middle;
  }
  return itemIds[low] === itemId ? low : null;
}

/** Returns the positions of a page's items, with adjacent positions merged into ranges. */
export function listRanges(matches: Matches, items: number, offset: number, limit: number): readonly RowRange[] {
  if (matches === null) {
    const range = { from: Math.min(offset, items), to: Math.min(offset + limit, items) };
    return range.from < range.to ? [range] : [];
  }
  const ranges: { from: number; to: number }[] = [];
  for (const place of matches.subarray(offset, offset + limit)) {
    const last = ranges.at(-1);
    if (last?.to === place) last.to++;
    else ranges.push({ from: place, to: place + 1 });
  }
  return ranges;
}
