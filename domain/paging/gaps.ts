import type { Gap, PlaceRange } from '../ports/places.ts';

/** Caches the last result of `listGapsAt` for each list of gaps, because all pages of a walk read the same snapshot. */
const lastGapResults = new WeakMap<readonly Gap[], { readonly n: number; readonly places: readonly number[] }>();

/** Returns the places of the gaps that existed at snapshot `n`, ascending. `gaps` must be sorted by place. */
export function listGapsAt(gaps: readonly Gap[], n: number): readonly number[] {
  if (gaps.length === 0) return NO_PLACES;
  const last = lastGapResults.get(gaps);
  if (last?.n === n) return last.places;
  const places = gaps.filter((gap) => gap.snapshot <= n).map((gap) => gap.place);
  lastGapResults.set(gaps, { n, places });
  return places;
}

const NO_PLACES: readonly number[] = [];

/** Number of rows in the first `places` places that were not withdrawn. */
export function countRemaining(places: number, gapPlaces: readonly number[]): number {
  return places - countBelow(gapPlaces, places);
}

/**
 * Returns the place of the row at `offset`, counting only rows that were not withdrawn, or `places` if `offset` is past
 * the end. The binary search relies on gap i having `gapPlaces[i] - i` such rows before it.
 */
export function findPlace(offset: number, places: number, gapPlaces: readonly number[]): number {
  let low = 0;
  let high = gapPlaces.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (gapPlaces[middle]! - middle <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.min(offset + low, places);
}

/** Returns the places of the rows `offset` to `offset + limit` (exclusive), not counting withdrawn rows. */
export function placesOfPage(offset: number, limit: number, places: number, gapPlaces: readonly number[]): PlaceRange {
  const from = findPlace(offset, places, gapPlaces);
  const to = limit === 0 ? from : Math.min(places, findPlace(offset + limit - 1, places, gapPlaces) + 1);
  return { from, to };
}

/** Minimum number of consecutive withdrawn rows that splits a range. Reading fewer costs less than another range. */
const LONG_GAP = 64;

/** Splits a range at long runs of withdrawn rows. */
export function splitAtLongGaps({ from, to }: PlaceRange, gapPlaces: readonly number[]): readonly PlaceRange[] {
  const ranges: PlaceRange[] = [];
  let start = from;
  for (let i = countBelow(gapPlaces, from); i < gapPlaces.length && gapPlaces[i]! < to; ) {
    const first = i;
    while (i < gapPlaces.length && gapPlaces[i] === gapPlaces[first]! + i - first) i++;
    if (i - first < LONG_GAP) continue;
    if (gapPlaces[first]! > start) ranges.push({ from: start, to: gapPlaces[first]! });
    start = gapPlaces[first]! + i - first;
  }
  if (start < to) ranges.push({ from: start, to });
  return ranges;
}

function countBelow(ascending: readonly number[], bound: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
