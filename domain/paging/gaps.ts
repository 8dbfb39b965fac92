import type { Gap, RowRange } from '../ports/places.ts';

/**
 * Caches the last result of `listGapRows` for each list of gaps, because all pages of a walk read the same snapshot.
 */
const cachedGapRows = new WeakMap<readonly Gap[], { readonly n: number; readonly places: readonly number[] }>();

/** Returns the places of the gaps that existed at snapshot `n`, ascending. `gaps` must be sorted by place. */
export function listGapRows(gaps: readonly Gap[], n: number): readonly number[] {
  if (gaps.length === 0) return NO_GAP_ROWS;
  const last = cachedGapRows.get(gaps);
  if (last?.n === n) return last.places;
  const places = gaps.filter((gap) => gap.snapshot <= n).map((gap) => gap.place);
  cachedGapRows.set(gaps, { n, places });
  return places;
}

const NO_GAP_ROWS: readonly number[] = [];

/** Number of rows in the first `places` places that were not withdrawn. */
export function countRowsLeft(places: number, gapPlaces: readonly number[]): number {
  return places - countNumbersBelow(gapPlaces, places);
}

/**
 * Returns the place of the row at `offset`, counting only rows that were not withdrawn, or `places` if `offset` is past
 * the end. The binary search relies on gap i having `gapPlaces[i] - i` such rows before it.
 */
export function findRowPosition(offset: number, places: number, gapPlaces: readonly number[]): number {
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
export function findPageRange(offset: number, limit: number, places: number, gapPlaces: readonly number[]): RowRange {
  const from = findRowPosition(offset, places, gapPlaces);
  const to = limit === 0 ? from : Math.min(places, findRowPosition(offset + limit - 1, places, gapPlaces) + 1);
  return { from, to };
}

/** Minimum number of consecutive withdrawn rows that splits a range. Reading fewer costs less than another range. */
const LONG_GAP_ROWS = 64;

/** Splits a range at long runs of withdrawn rows, so that a page does not read them. */
export function splitAtLongGaps({ from, to }: RowRange, gapPlaces: readonly number[]): readonly RowRange[] {
  const ranges: RowRange[] = [];
  let start = from;
  for (let i = countNumbersBelow(gapPlaces, from); i < gapPlaces.length && gapPlaces[i]! < to; ) {
    const first = i;
    while (i < gapPlaces.length && gapPlaces[i] === gapPlaces[first]! + i - first) i++;
    if (i - first < LONG_GAP_ROWS) continue;
    if (gapPlaces[first]! > start) ranges.push({ from: start, to: gapPlaces[first]! });
    start = gapPlaces[first]! + i - first;
  }
  if (start < to) ranges.push({ from: start, to });
  return ranges;
}

function countNumbersBelow(ascending: readonly number[], bound: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
