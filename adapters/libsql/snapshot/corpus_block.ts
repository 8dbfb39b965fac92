import { Buffer } from 'node:buffer';
import type { PackedText } from '../../../domain/ports/rows.ts';
import { fastCrc32 } from '../../crc32.ts';
import { packedText, packText } from '../../packed_text.ts';
import { createByteReader, createByteWriter } from '../packed_numbers.ts';

/**
 * How corpus rows are stored: finished JSON rows of one kind, packed, this many a block. A block is written again until it
 * is full, then only when a row of it is withdrawn.
 */
export const ROWS_PER_BLOCK = 100;

/**
 * Within a block so many bytes of text are packed at a time, or one row that is longer: a page that begins or ends among
 * them has them unpacked and a part of them packed anew, which costs half as much again of twice as many.
 */
const SEGMENT_BYTES = 11_000;

/** Where the rows of a block end, as text. */
export interface RowEnds {
  /** Withdrawn ones included. */
  readonly rows: number;
  /** The byte past row `i` and its comma. */
  end(i: number): number;
}

/** The byte at which row `i` begins. */
export function startOf(ends: RowEnds, i: number): number {
  return i === 0 ? 0 : ends.end(i - 1);
}

/** Rows `from <= i < to` of a block. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Rows that are packed together: where in the stored block that is, and what tells whether it is undamaged. */
export interface Segment extends RowRange {
  readonly at: number;
  readonly deflatedBytes: number;
  readonly deflatedCrc32: number;
  /** Of the text. */
  readonly crc32: number;
}

/** What a stored block says of itself at its end. */
export interface BlockDirectory extends RowEnds {
  readonly segments: readonly Segment[];
}

/** A block to read from. */
export interface CorpusBlock extends BlockDirectory {
  readonly byteLength: number;
  packed(segment: number): PackedText;
}

/**
 * A stored block is its segments, each packed, then its directory: the number of segments; of each its rows, its bytes, the
 * checks of its text and of its bytes; the bytes of every row; and last the directory's length and check. A row counts with
 * the comma behind it; a withdrawn one has no bytes, nor a comma. One value holds it all, since each value read costs as
 * much as kilobytes of it.
 */
export function encodeBlock(head: CorpusBlock | null, rows: readonly string[]): Uint8Array {
  return encode([...(head === null ? [] : rowsOf(head)), ...rows.map((row) => Buffer.from(`${row},`, 'utf8'))]);
}

/** The block without these rows, which keep their places. */
export function emptyRows(block: CorpusBlock, rows: ReadonlySet<number>): Uint8Array {
  return encode(rowsOf(block).map((row, i) => (rows.has(i) ? NOTHING : row)));
}

const NOTHING = new Uint8Array(0);

/** All rows of a block as text, a comma behind each that stands; nothing of those withdrawn. */
export function rowsOf(block: CorpusBlock): readonly Uint8Array[] {
  return block.segments.flatMap(({ from, to }, segment) => {
    const start = startOf(block, from);
    const text = block.packed(segment).text();
    return Array.from({ length: to - from }, (_, i) =>
      text.subarray(startOf(block, from + i) - start, block.end(from + i) - start),
    );
  });
}

const writer = createByteWriter();

function encode(rows: readonly Uint8Array[]): Uint8Array {
  const segments = segmentsOf(rows).map(({ from, to }) => ({
    rows: to - from,
    packed: packText(Buffer.concat(rows.slice(from, to)), 'for good'),
  }));
  writer.put(segments.length);
  for (const { rows: count, packed } of segments) {
    writer.put(count);
    writer.put(packed.deflated.byteLength);
    writer.putWord(packed.crc32);
    writer.putWord(fastCrc32(packed.deflated));
  }
  for (const row of rows) writer.put(row.byteLength);
  const directory = writer.take();
  writer.putWord(directory.byteLength);
  writer.putWord(fastCrc32(directory));
  return new Uint8Array(Buffer.concat([...segments.map(({ packed }) => packed.deflated), directory, writer.take()]));
}

/** Neighbouring rows of about as many bytes each. */
function segmentsOf(rows: readonly Uint8Array[]): readonly RowRange[] {
  const bytes = rows.reduce((sum, row) => sum + row.byteLength, 0);
  // Of a block all of whose rows are withdrawn there is nothing to share out.
  const share = Math.max(1, bytes / Math.max(1, Math.round(bytes / SEGMENT_BYTES)));
  const ranges: RowRange[] = [];
  let from = 0;
  let end = 0;
  let upTo = share;
  for (const [i, row] of rows.entries()) {
    end += row.byteLength;
    if (i < rows.length - 1 && end < upTo) continue;
    ranges.push({ from, to: i + 1 });
    from = i + 1;
    while (upTo <= end) upTo += share;
  }
  return ranges;
}

const TAIL_BYTES = 8;
const WORD_BYTES = 4;
const VARINT_BYTES_MAX = 5;

/** So many bytes at the end of a stored block hold its directory. */
export const DIRECTORY_BYTES_MAX =
  TAIL_BYTES + VARINT_BYTES_MAX + ROWS_PER_BLOCK * (3 * VARINT_BYTES_MAX + 2 * WORD_BYTES);

/** Reads the directory from the end of a stored block of `byteLength` in all; null where the bytes are none of one. */
export function decodeDirectory(end: Uint8Array, byteLength: number): BlockDirectory | null {
  const told = toldIn(end);
  if (told === null) return null;
  const read = createByteReader(told);
  const segments: Segment[] = [];
  let rows = 0;
  let at = 0;
  for (let left = read.next(); left > 0; left--) {
    const from = rows;
    rows += read.next();
    const deflatedBytes = read.next();
    segments.push({ ...{ from, to: rows, at, deflatedBytes }, crc32: read.nextWord(), deflatedCrc32: read.nextWord() });
    at += deflatedBytes;
  }
  const ends = new Float64Array(rows);
  for (let i = 0, so = 0; i < rows; i++) ends[i] = so += read.next();
  if (rows === 0 || !read.isAtEnd || at + told.byteLength + TAIL_BYTES !== byteLength) return null;
  return { rows, end: (i) => ends[i]!, segments };
}

/** The undamaged directory at the end of these bytes. */
function toldIn(end: Uint8Array): Uint8Array | null {
  if (end.byteLength < TAIL_BYTES) return null;
  const tail = createByteReader(end.subarray(-TAIL_BYTES));
  const [bytes, check] = [tail.nextWord(), tail.nextWord()];
  if (bytes > end.byteLength - TAIL_BYTES) return null;
  const told = end.subarray(end.byteLength - TAIL_BYTES - bytes, end.byteLength - TAIL_BYTES);
  return fastCrc32(told) === check ? told : null;
}

/** The packed text of a segment, of whose stored bytes these are the part from `offset` on; null where it is damaged. */
export function packedSegment(
  directory: BlockDirectory,
  segment: number,
  stored: Uint8Array,
  offset = 0,
): PackedText | null {
  const { from, to, at, deflatedBytes, deflatedCrc32, crc32 } = directory.segments[segment]!;
  const deflated = stored.subarray(at - offset, at - offset + deflatedBytes);
  if (deflated.byteLength !== deflatedBytes || fastCrc32(deflated) !== deflatedCrc32) return null;
  return packedText({ deflated, crc32, byteLength: directory.end(to - 1) - startOf(directory, from) });
}

/** Reads a stored block; null where the bytes are none. */
export function decodeBlock(stored: ArrayBuffer): CorpusBlock | null {
  const bytes = new Uint8Array(stored);
  const directory = decodeDirectory(bytes, bytes.byteLength);
  if (directory === null) return null;
  const packed: PackedText[] = [];
  for (const segment of directory.segments.keys()) {
    const text = packedSegment(directory, segment, bytes);
    if (text === null) return null;
    packed.push(text);
  }
  return { ...directory, byteLength: bytes.byteLength, packed: (segment) => packed[segment]! };
}
