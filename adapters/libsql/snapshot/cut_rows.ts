import type { PackedText, TextPiece } from '../../../domain/ports/rows.ts';
import { textOf } from '../../../domain/reads/pieces.ts';
import { type RowEnds, type RowRange, startOf } from './corpus_block.ts';

/**
 * Returns rows `from <= i < to` as pieces of text in which every row is followed by a comma. Segments that are needed
 * whole stay packed; the others are unpacked and cut.
 */
export type CutRows = (from: number, to: number) => readonly TextPiece[];

/** Creates a function that cuts rows out of packed segments for one page. It unpacks each segment at most once. */
export function createCut(
  ends: RowEnds,
  segments: readonly RowRange[],
  packed: (segment: number) => PackedText,
): CutRows {
  const texts = new Map<number, Uint8Array>();
  const unpacked = (segment: number): Uint8Array => {
    const known = texts.get(segment) ?? packed(segment).text();
    texts.set(segment, known);
    return known;
  };
  return (from, to) => {
    const pieces: TextPiece[] = [];
    for (const [i, segment] of segments.entries()) {
      const [first, last] = [Math.max(from, segment.from), Math.min(to, segment.to)];
      if (first >= last) continue;
      const [start, end] = [startOf(ends, first), ends.end(last - 1)];
      if (start === end) continue;
      const begins = startOf(ends, segment.from);
      if (start === begins && end === ends.end(segment.to - 1)) pieces.push(packed(i));
      else pieces.push(unpacked(i).subarray(start - begins, end - begins));
    }
    return pieces;
  };
}

/** Drops the comma after the last row, so that commas only separate rows. */
export function withoutLastComma(pieces: readonly TextPiece[]): readonly TextPiece[] {
  const last = pieces.at(-1);
  return last === undefined ? [] : [...pieces.slice(0, -1), textOf(last).subarray(0, -1)];
}
