import type { PackedText, TextPiece } from '../../../domain/ports/rows.ts';
import { textOf } from '../../../domain/reads/pieces.ts';
import { type RowEnds, type RowRange, startOf } from './corpus_block.ts';

/** Rows `from <= i < to` that stand as text, a comma behind each: whole segments packed as they are, parts of others as text. */
export type CutRows = (from: number, to: number) => readonly TextPiece[];

/** Cuts rows out of packed segments, in order. A segment of which parts are wanted is unpacked once for one page. */
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

/** Rows with a comma behind each as rows joined by commas. */
export function withoutLastComma(pieces: readonly TextPiece[]): readonly TextPiece[] {
  const last = pieces.at(-1);
  return last === undefined ? [] : [...pieces.slice(0, -1), textOf(last).subarray(0, -1)];
}
