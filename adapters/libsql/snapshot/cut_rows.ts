import type { PackedText, TextPiece } from '../../../domain/ports/rows.ts';
import { isPlain } from '../../../domain/reads/pieces.ts';
import { joinPacked, storeText, wrapDeflated } from '../../packed_text.ts';
import { type RowEnds, type RowRange, startOf } from './corpus_block.ts';

/**
 * Returns rows `from <= i < to` as pieces of text, in which commas separate rows but not pieces. Segments that are needed
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
      else pieces.push(unpacked(i).subarray(start - begins, end - begins - COMMA.byteLength));
    }
    return pieces;
  };
}

const COMMA = wrapDeflated(storeText(Uint8Array.of(0x2c)));

/** Maximum length of the text of a joined piece. A slow client keeps one such text in memory. */
const JOINED_BYTES_MAX = 128 * 1024;

/**
 * Joins the pieces of `CutRows` by commas. Adjacent packed pieces become one, because each piece of a body costs time on
 * its way between threads.
 */
export function withCommas(pieces: readonly TextPiece[]): readonly TextPiece[] {
  const joined: TextPiece[] = [];
  let run: PackedText[] = [];
  let runBytes = 0;
  const endRun = (): void => {
    if (run.length > 0) joined.push(joinPacked(run));
    run = [];
    runBytes = 0;
  };
  for (const piece of pieces.flatMap((one, i) => (i === 0 ? [one] : [COMMA, one]))) {
    if (isPlain(piece) || runBytes + piece.byteLength > JOINED_BYTES_MAX) endRun();
    if (isPlain(piece)) joined.push(piece);
    else {
      run.push(piece);
      runBytes += piece.byteLength;
    }
  }
  endRun();
  return joined;
}
