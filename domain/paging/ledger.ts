import type { ListLedger, ListSlice } from '../ports/places.ts';
import { countRowsLeft, findPageRange, listGapRows, splitAtLongGaps } from './gaps.ts';

/**
 * The rows that became public after snapshot `after` and were not withdrawn by snapshot `upTo`. A null `kinds` means
 * all kinds.
 */
export interface ListSelection {
  readonly kinds: readonly string[] | null;
  readonly after: number;
  readonly upTo: number;
}

export interface ListPagePlan {
  readonly total: number;
  readonly slices: readonly ListSlice[];
}

/**
 * Plans a page of a walk. Returns the slices containing rows `offset` to `offset + limit` and the total number of rows.
 * Rows withdrawn after `upTo` are still counted, and whoever reads the slices must drop every withdrawn row.
 */
export function planListPage(ledger: ListLedger, walk: ListSelection, offset: number, limit: number): ListPagePlan {
  const columns = selectColumns(ledger, walk);
  const rowsAfter = (runs: number): number => {
    let rows = 0;
    for (const { counts, gapPlaces } of columns) rows += countRowsLeft(readCountAfterRuns(counts, runs), gapPlaces);
    return rows;
  };
  const firstRun = countNumbersUpTo(ledger.snapshots, walk.after);
  const endRun = Math.max(firstRun, countNumbersUpTo(ledger.snapshots, walk.upTo));
  const base = rowsAfter(firstRun);
  const total = rowsAfter(endRun) - base;
  const slices: ListSlice[] = [];
  if (offset >= total) return { total, slices };

  let wanted = Math.min(limit, total - offset);
  let run = findRunWithRow(rowsAfter, firstRun, endRun, base + offset);
  let skip = base + offset - rowsAfter(run);
  while (wanted > 0) {
    const before = wanted;
    for (const { kind, counts, gapPlaces } of columns) {
      const places = readCountAfterRuns(counts, run + 1);
      const earlier = countRowsLeft(readCountAfterRuns(counts, run), gapPlaces);
      const rows = countRowsLeft(places, gapPlaces) - earlier;
      const take = Math.max(0, Math.min(rows - skip, wanted));
      if (take > 0) {
        const range = findPageRange(earlier + skip, take, places, gapPlaces);
        for (const part of splitAtLongGaps(range, gapPlaces)) appendSlice(slices, { kind, ...part });
      }
      skip = Math.max(0, skip - rows);
      wanted -= take;
    }
    const row = base + Math.min(offset + limit, total) - wanted;
    // Skip runs without matching rows, because a rare kind may occur in only one of a thousand runs.
    run = wanted === before ? findRunWithRow(rowsAfter, run, endRun, row) : run + 1;
  }
  return { total, slices };
}

/** Number of rows in `slices` before a given place, for a walk up to snapshot `upTo`. */
export function countEarlierRows(
  ledger: Pick<ListLedger, 'gaps'>,
  upTo: number,
  slices: readonly ListSlice[],
  { slice: end, place }: { readonly slice: number; readonly place: number },
): number {
  let rows = 0;
  for (const [i, { kind, from, to }] of slices.slice(0, end + 1).entries()) {
    const gapPlaces = listGapRows(ledger.gaps.get(kind) ?? [], upTo);
    rows += countRowsLeft(i === end ? place : to, gapPlaces) - countRowsLeft(from, gapPlaces);
  }
  return rows;
}

/** Number of rows of these kinds, or of all kinds, that are public at snapshot `n`. */
export function countRemainingRows(ledger: ListLedger, n: number, kinds: readonly string[] | null = null): number {
  return planListPage(ledger, { kinds, after: 0, upTo: n }, 0, 0).total;
}

/** The places of a list as of one snapshot. */
export interface ListExtent {
  /** Number of places assigned, including places of withdrawn rows. */
  readonly places: number;
  readonly gapPlaces: readonly number[];
}

/** Returns the places of a kind that had been assigned and withdrawn by snapshot `n`. */
export function readExtent(ledger: ListLedger, kind: string, n: number): ListExtent {
  return { places: countListRows(ledger, kind, n), gapPlaces: listGapRows(ledger.gaps.get(kind) ?? [], n) };
}

/** Whether a row of a kind was withdrawn after snapshot `n`. */
export function hasLostRows({ gaps }: ListLedger, kind: string, n: number): boolean {
  return gaps.get(kind)?.some((gap) => gap.snapshot > n) ?? false;
}

/** Number of places of a kind that had been assigned by snapshot `n`. */
export function countListRows(ledger: ListLedger, kind: string, n: number): number {
  const counts = ledger.counts.get(kind);
  return counts === undefined ? 0 : readCountAfterRuns(counts, countNumbersUpTo(ledger.snapshots, n));
}

/** Returns the run that assigned this place of a kind, or the number of runs if the place has not been assigned yet. */
export function findRunOfRow(ledger: ListLedger, kind: string, place: number): number {
  const counts = ledger.counts.get(kind);
  return counts === undefined ? ledger.snapshots.length : countNumbersUpTo(counts, place);
}

interface ListColumn {
  readonly kind: string;
  readonly counts: ArrayLike<number>;
  /** Places of rows that were withdrawn by the end of the walk. */
  readonly gapPlaces: readonly number[];
}

function selectColumns(ledger: ListLedger, { kinds, upTo }: ListSelection): readonly ListColumn[] {
  const columns: ListColumn[] = [];
  for (const [kind, counts] of ledger.counts) {
    if (kinds !== null && !kinds.includes(kind)) continue;
    columns.push({ kind, counts, gapPlaces: listGapRows(ledger.gaps.get(kind) ?? [], upTo) });
  }
  return columns;
}

/** Number of places assigned after the first `runs` runs. */
function readCountAfterRuns(counts: ArrayLike<number>, runs: number): number {
  return runs === 0 ? 0 : (counts[runs - 1] ?? 0);
}

/**
 * Appends a slice, or extends the last one if the new slice continues it, so that a single kind needs only one read.
 */
function appendSlice(slices: ListSlice[], next: ListSlice): void {
  const last = slices.at(-1);
  if (last !== undefined && last.kind === next.kind && last.to === next.from) {
    slices[slices.length - 1] = { kind: last.kind, from: last.from, to: next.to };
  } else slices.push(next);
}

/** Finds the run in `[first, end)` that contains a row, given the row's index over all runs. */
function findRunWithRow(rowsAfter: (runs: number) => number, first: number, end: number, row: number): number {
  let low = first;
  let high = end - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rowsAfter(middle + 1) > row) high = middle;
    else low = middle + 1;
  }
  return low;
}

function countNumbersUpTo(ascending: ArrayLike<number>, bound: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
