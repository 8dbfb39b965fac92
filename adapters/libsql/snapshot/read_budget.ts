import type { ListSlice } from '../../../domain/ports/places.ts';
import type { RowsCut, RowsRead } from '../../../domain/ports/rows.ts';
import { COMMA } from './row_block.ts';

/** A list that stores each row as a separate text, by place. */
export interface TextList {
  /** Returns the public rows of the slices in order, joined by commas. */
  read(slices: readonly ListSlice[]): Promise<readonly Uint8Array[]>;
  /**
   * Returns the first row at which the total length of the rows, each counted with a comma, exceeds `bytesMax`, or null
   * if all rows fit. The first `exempt` rows always fit. Reads only the lengths of rows.
   */
  firstPast(slices: readonly ListSlice[], bytesMax: number, exempt: number): Promise<RowsCut | null>;
}

/** The number of bytes that may still be read. If `begun` is false, the first row is read even if it is longer. */
export interface ReadBudget {
  readonly bytes: number;
  readonly begun: boolean;
}

export function roomOf(bytesMax: number | undefined): ReadBudget | null {
  return bytesMax === undefined ? null : { bytes: bytesMax, begun: false };
}

/**
 * Size in bytes that a row of edges or items rarely exceeds. As many rows as fit by this estimate are read without
 * checking their lengths first.
 */
const ROW_BYTES_LIKELY = 256;

/**
 * Reads the rows of the slices until the budget is used up, or all rows if `room` is null. An ordinary page takes one
 * query; lengths are summed only if the rows turn out to be longer than estimated.
 */
export async function readWithin(
  list: TextList,
  slices: readonly ListSlice[],
  room: ReadBudget | null,
): Promise<RowsRead> {
  if (room === null) return { pieces: await list.read(slices), cut: null };
  const pieces: Uint8Array[] = [];
  let left = room.bytes;
  let at: RowsCut | null = slices.length === 0 ? null : { slice: 0, place: slices[0]!.from };
  while (at !== null) {
    const part = nextPart(slices, at, Math.floor(Math.max(0, left) / ROW_BYTES_LIKELY) + 1);
    let rows = await list.read(part.slices);
    const exempt = pieces.length === 0 && !room.begun ? 1 : 0;
    let cut: RowsCut | null = null;
    if (bytesIn(rows) + 1 > left) {
      cut = await list.firstPast(part.slices, left, exempt);
      if (cut !== null) rows = await list.read(before(part.slices, cut));
    }
    if (rows.length > 0) pieces.push(...(pieces.length > 0 ? [COMMA] : []), ...rows);
    if (cut !== null) return { pieces, cut: { slice: at.slice + cut.slice, place: cut.place } };
    left -= bytesIn(rows) + 1;
    at = part.next;
  }
  return { pieces, cut: null };
}

/** Formats slices as the JSON array that queries over several slices expect. */
export function listSlices(slices: readonly ListSlice[]): string {
  return JSON.stringify(slices.map(({ kind, from, to }) => [kind, from, to]));
}

export function bytesIn(pieces: readonly { readonly byteLength: number }[]): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

interface Part {
  readonly slices: readonly ListSlice[];
  /** The start of the next part, or null if this is the last part. */
  readonly next: RowsCut | null;
}

/** Returns at most `placesMax` places of the slices, starting at `at`. */
function nextPart(slices: readonly ListSlice[], at: RowsCut, placesMax: number): Part {
  const part: ListSlice[] = [];
  let left = placesMax;
  for (let i = at.slice; i < slices.length; i++) {
    const { kind, to, from: start } = slices[i]!;
    const from = i === at.slice ? at.place : start;
    if (left === 0) return { slices: part, next: { slice: i, place: from } };
    const end = Math.min(to, from + left);
    part.push({ kind, from, to: end });
    left -= end - from;
    if (end < to) return { slices: part, next: { slice: i, place: end } };
  }
  return { slices: part, next: null };
}

function before(slices: readonly ListSlice[], { slice, place }: RowsCut): readonly ListSlice[] {
  const whole = slices.slice(0, slice);
  const { kind, from } = slices[slice]!;
  return from < place ? [...whole, { kind, from, to: place }] : whole;
}

/**
 * Builds the query behind `firstPast` from an ordered query of rows with the columns `(key, place, bytes)`. The last
 * two arguments of the result are `exempt` and `bytesMax`.
 */
export function firstPastSql(rows: string): string {
  return `select json_array(key, place) from (
     select key, place, sum(bytes + 1) over counted as so_far, row_number() over counted as number
     from (${rows}) window counted as (order by key, place rows unbounded preceding))
   where number > ? and so_far > ? order by key, place limit 1`;
}

export function cutIn(found: unknown): RowsCut | null {
  if (typeof found !== 'string') return null;
  const [slice, place] = JSON.parse(found) as [number, number];
  return { slice, place };
}
