import type { ListSlice } from '../../../domain/ports/places.ts';
import type { CutPosition, PackedText, RowPieces, TextPiece } from '../../../domain/ports/rows.ts';
import { inflatePiece, isBytes } from '../../../domain/reads/pieces.ts';
import { encodeStoredText, joinDeflatedParts, wrapDeflated } from '../../packed_text.ts';

/** Rows of a list as finished JSON, as one text in which commas separate the rows. */
export interface RowBlock {
  /** Byte offsets just past each row and the comma after it. A withdrawn row takes no bytes. */
  readonly ends: ArrayLike<number>;
  readonly text: TextPiece;
}

/** Rows `from <= i < to` of a block, which belong to the slices of a page. */
export interface BlockPart {
  readonly block: RowBlock;
  readonly from: number;
  readonly to: number;
  /** Returns the place of row `i` of the block, and the index of its slice. */
  nameRow(i: number): CutPosition;
}

/** Formats slices as the JSON array that queries over several slices expect. */
export function formatSlices(slices: readonly ListSlice[]): string {
  return JSON.stringify(slices.map(({ kind, from, to }) => [kind, from, to]));
}

/** The text between two rows. */
export const COMMA_BYTES: Uint8Array = Uint8Array.of(0x2c);

/** Returns the byte offset at which row `i` starts. */
export function findRowStart(ends: ArrayLike<number>, i: number): number {
  return i === 0 ? 0 : ends[i - 1]!;
}

/**
 * Returns the byte offsets just past a number of rows. `nextSize` returns the size of each in turn, which includes the
 * comma after it.
 */
export function findRowEnds(rows: number, nextSize: (i: number) => number): ArrayLike<number> {
  const ends = new Uint32Array(rows);
  for (let i = 0, end = 0; i < rows; i++) ends[i] = end += nextSize(i);
  return ends;
}

/** Returns the length of a block's text, which ends without a comma. */
export function countTextBytes(ends: ArrayLike<number>): number {
  return Math.max(0, findRowStart(ends, ends.length) - COMMA_BYTES.byteLength);
}

/**
 * Joins the rows of a page by commas, up to `bytesMax` bytes. The first row of a page is included however long it is. A
 * packed block stays packed if the page needs every row of it.
 */
export async function joinBlockParts(
  parts: AsyncIterable<BlockPart>,
  bytesMax = Number.POSITIVE_INFINITY,
): Promise<RowPieces> {
  const page = createRowPage();
  let taken = 0;
  for await (const part of parts) {
    const { block, from, to } = part;
    const end = findLastFittingRow(part, bytesMax - taken, taken === 0);
    page.add(block, from, end);
    taken += findRowStart(block.ends, end) - findRowStart(block.ends, from);
    if (end < to) return { pieces: page.pieces(), cut: part.nameRow(end) };
  }
  return { pieces: page.pieces(), cut: null };
}

/**
 * Returns the end of the rows of a part that fit into `bytes`. If `isFirst` is true, they include at least one public
 * row.
 */
function findLastFittingRow({ block, from, to }: BlockPart, bytes: number, isFirst: boolean): number {
  const start = findRowStart(block.ends, from);
  if (findRowStart(block.ends, to) - start <= bytes) return to;
  let end = from;
  while (end < to && (block.ends[end]! - start <= bytes || (isFirst && findRowStart(block.ends, end) === start))) end++;
  return end;
}

const PACKED_COMMA = wrapDeflated(encodeStoredText(COMMA_BYTES));

/** Maximum length of the text of a joined piece. A slow client keeps one such text in memory. */
const JOINED_BYTES_MAX = 128 * 1024;

/**
 * Collects the text of a page. Adjacent packed texts become one piece, because each piece of a body costs time on its
 * way between threads.
 */
function createRowPage() {
  const pieces: TextPiece[] = [];
  const texts = new Map<RowBlock, Uint8Array>();
  let run: PackedText[] = [];
  let runBytes = 0;
  const endRun = (): void => {
    if (run.length > 0) pieces.push(joinDeflatedParts(run));
    run = [];
    runBytes = 0;
  };
  const addPacked = (packed: PackedText): void => {
    if (runBytes + packed.byteLength > JOINED_BYTES_MAX) endRun();
    run.push(packed);
    runBytes += packed.byteLength;
  };
  return {
    /** Adds rows `from <= i < to` of a block, unless all of them were withdrawn. */
    add: (block: RowBlock, from: number, to: number): void => {
      const [start, end] = [findRowStart(block.ends, from), findRowStart(block.ends, to)];
      if (start === end) return;
      if (run.length > 0 || pieces.length > 0) addPacked(PACKED_COMMA);
      const isWhole = start === 0 && end === findRowStart(block.ends, block.ends.length);
      if (isWhole && !isBytes(block.text)) addPacked(block.text);
      else {
        endRun();
        const text = texts.get(block) ?? inflatePiece(block.text);
        texts.set(block, text);
        pieces.push(text.subarray(start, end - COMMA_BYTES.byteLength));
      }
    },
    pieces: (): readonly TextPiece[] => {
      endRun();
      return pieces;
    },
  };
}
