import type { PackedText, TextPiece } from '../../../domain/ports/rows.ts';
import { joinPacked, storeText, wrapDeflated } from '../../packed_text.ts';
import { COMMA, type RowEnds, type RowRange, startOf } from './corpus_block.ts';

/** A part of a packed segment, in bytes of its text. */
interface SegmentPart {
  readonly segment: PackedText;
  readonly from: number;
  readonly to: number;
}

/** Rows as text, in which commas separate rows but not pieces. */
export type RowPiece = PackedText | SegmentPart;

/** Returns rows `from <= i < to`: segments that are needed whole, and parts of the others. */
export type CutRows = (from: number, to: number) => readonly RowPiece[];

/** Creates a function that cuts rows out of packed segments for one page. */
export function createCut(
  ends: RowEnds,
  segments: readonly RowRange[],
  packed: (segment: number) => PackedText,
): CutRows {
  return (from, to) => {
    const pieces: RowPiece[] = [];
    for (const [i, segment] of segments.entries()) {
      const [first, last] = [Math.max(from, segment.from), Math.min(to, segment.to)];
      if (first >= last) continue;
      const [start, end] = [startOf(ends, first), ends.end(last - 1)];
      if (start === end) continue;
      const begins = startOf(ends, segment.from);
      if (start === begins && end === ends.end(segment.to - 1)) pieces.push(packed(i));
      else pieces.push({ segment: packed(i), from: start - begins, to: end - begins - COMMA.byteLength });
    }
    return pieces;
  };
}

const PACKED_COMMA = wrapDeflated(storeText(COMMA));

/** Maximum length of the text of a joined piece. A slow client keeps one such text in memory. */
const JOINED_BYTES_MAX = 128 * 1024;

/**
 * Joins the pieces of a page by commas. Adjacent segments become one piece, because each piece of a body costs time on its
 * way between threads.
 */
export function joinRows(pieces: readonly RowPiece[]): readonly TextPiece[] {
  const texts = unpackParts(pieces);
  const joined: TextPiece[] = [];
  let run: PackedText[] = [];
  let runBytes = 0;
  const endRun = (): void => {
    if (run.length > 0) joined.push(joinPacked(run));
    run = [];
    runBytes = 0;
  };
  const addPacked = (piece: PackedText): void => {
    if (runBytes + piece.byteLength > JOINED_BYTES_MAX) endRun();
    run.push(piece);
    runBytes += piece.byteLength;
  };
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) addPacked(PACKED_COMMA);
    if (!isPart(piece)) addPacked(piece);
    else {
      endRun();
      joined.push(texts.get(piece.segment)!.subarray(piece.from, piece.to));
    }
  }
  endRun();
  return joined;
}

function isPart(piece: RowPiece): piece is SegmentPart {
  return 'segment' in piece;
}

/** Unpacks all segments of which only parts are needed, each once and all in one call. */
function unpackParts(pieces: readonly RowPiece[]): ReadonlyMap<PackedText, Uint8Array> {
  const segments = [...new Set(pieces.filter(isPart).map(({ segment }) => segment))];
  const [only] = segments;
  if (only === undefined) return new Map();
  const text = segments.length === 1 ? only.text() : joinPacked(segments).text();
  let end = 0;
  return new Map(
    segments.map((segment) => {
      const start = end;
      end += segment.byteLength;
      return [segment, text.subarray(start, end)];
    }),
  );
}
