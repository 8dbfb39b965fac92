import type { Gap, PlaceRange } from '../ports/places.ts';

/** What `gapsAt` found last in a list of gaps: the pages of a walk ask for the same again and again. */
const found = new WeakMap<readonly Gap[], { readonly n: number; readonly places: readonly number[] }>();

/** The places of the gaps that were open when snapshot `n` was written, ascending. `gaps` ascends by place. */
export function gapsAt(gaps: readonly Gap[], n: number): readonly number[] {
  if (gaps.length === 0) return NO_PLACES;
  const last = found.get(gaps);
  if (last?.n === n) return last.places;
  const places = gaps.filter((gap) => gap.snapshot <= n).map((gap) => gap.place);
  found.set(gaps, { n, places });
  return places;
}

const NO_PLACES: readonly number[] = [];

/** How many rows stood among the first `places` places. */
export function standing(places: number, gapPlaces: readonly number[]): number {
  return places - countBelow(gapPlaces, places);
}

/**
 * The place of the row with this offset among the standing rows; for an offset past the end, `places`.
 * Binary search over the gaps: gap i has `gapPlaces[i] - i` standing rows before it.
 */
export function placeOf(offset: number, places: number, gapPlaces: readonly number[]): number {
  let low = 0;
  let high = gapPlaces.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (gapPlaces[middle]! - middle <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.min(offset + low, places);
}

/** The places that hold the rows `offset` to `offset + limit` among the standing rows; past the end, up to the last place. */
export function placesOfPage(offset: number, limit: number, places: number, gapPlaces: readonly number[]): PlaceRange {
  const from = placeOf(offset, places, gapPlaces);
  const to = limit === 0 ? from : Math.min(places, placeOf(offset + limit - 1, places, gapPlaces) + 1);
  return { from, to };
}

/** Fewer withdrawn rows in a row are read and left out: that costs less than another range. */
const LONG_GAP = 64;

/** The same places without long stretches that hold no standing row. */
export function withoutLongGaps({ from, to }: PlaceRange, gapPlaces: readonly number[]): readonly PlaceRange[] {
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
