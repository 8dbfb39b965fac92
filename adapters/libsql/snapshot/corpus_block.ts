import { Buffer } from 'node:buffer';
import type { PackedText } from '../../../domain/ports/rows.ts';
import { fastCrc32, packText, wrapDeflated } from '../../packed_text.ts';
import { createByteReader, createByteWriter } from '../packed_numbers.ts';

/**
 * Number of corpus rows per block. A block contains finished JSON rows of one kind, compressed. It is rewritten until
 * it is full, and after that only when one of its rows is withdrawn.
 */
export const ROWS_PER_BLOCK = 100;

/**
 * Target size of a segment in bytes of row text; a longer row gets its own segment. If a page begins or ends inside a
 * segment, that segment must be unpacked and partly packed again, which would cost 1.5 times as much with segments
 * twice this size.
 */
const SEGMENT_BYTES = 11_000;

/** Byte offsets in a block's text at which its rows end. */
export interface RowEnds {
  /** Number of rows, including withdrawn ones. */
  readonly rows: number;
  /** Returns the offset just past row `i` and the comma that separates it from the next row. */
  end(i: number): number;
}

/** Returns the byte offset at which row `i` starts. */
export function startOf(ends: RowEnds, i: number): number {
  return i === 0 ? 0 : ends.end(i - 1);
}

/** Rows `from <= i < to` of a block. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Rows that are packed together, with the segment's position in the block and checksums that reveal damage. */
export interface Segment extends RowRange {
  readonly at: number;
  readonly deflatedBytes: number;
  readonly deflatedCrc32: number;
  /** Checksum of the unpacked text. */
  readonly crc32: number;
}

/** The directory at the end of a stored block, which describes its rows and segments. */
export interface BlockDirectory extends RowEnds {
  readonly segments: readonly Segment[];
}

/** A decoded block whose segments can be read. */
export interface CorpusBlock extends BlockDirectory {
  readonly byteLength: number;
  packed(segment: number): PackedText;
}

/**
 * Encodes a block. If `head` is given, appends the rows to that block.
 *
 * A stored block consists of its packed segments, followed by a directory: the number of segments; for each segment its
 * number of rows, its packed size in bytes, and the checksums of its text and of its packed bytes; the length of every
 * row; and finally the length and checksum of the directory. A row's length includes the comma after it. A withdrawn
 * row has length 0 and no comma. The text of a segment is packed without its last comma, so that it can end a list.
 * Everything is in one value, because reading another value would cost as much as reading several more kilobytes of this
 * one.
 */
export function encodeBlock(head: CorpusBlock | null, rows: readonly string[]): Uint8Array {
  return encode([...(head === null ? [] : readBlockRows(head)), ...rows.map((row) => Buffer.from(row, 'utf8'))]);
}

/** Encodes the block again with these rows emptied. All rows keep their places. */
export function emptyRows(block: CorpusBlock, rows: ReadonlySet<number>): Uint8Array {
  return encode(readBlockRows(block).map((row, i) => (rows.has(i) ? NO_BYTES : row)));
}

const NO_BYTES = new Uint8Array(0);

/** Returns all rows of a block as text. Withdrawn rows are empty. */
export function readBlockRows(block: CorpusBlock): readonly Uint8Array[] {
  return block.segments.flatMap(({ from, to }, segment) => {
    const start = startOf(block, from);
    const text = block.packed(segment).text();
    return Array.from({ length: to - from }, (_, i) => {
      const [first, end] = [startOf(block, from + i), block.end(from + i)];
      return first === end ? NO_BYTES : text.subarray(first - start, end - start - COMMA.byteLength);
    });
  });
}

const writer = createByteWriter();

function encode(rows: readonly Uint8Array[]): Uint8Array {
  const segments = segmentsOf(rows).map(({ from, to }) => ({
    rows: to - from,
    packed: packText(joined(rows.slice(from, to)), 'for good'),
  }));
  writer.put(segments.length);
  for (const { rows: count, packed } of segments) {
    writer.put(count);
    writer.put(packed.deflated.byteLength);
    writer.putWord(packed.crc32);
    writer.putWord(fastCrc32(packed.deflated));
  }
  for (const row of rows) writer.put(spaceOf(row));
  const directory = writer.take();
  writer.putWord(directory.byteLength);
  writer.putWord(fastCrc32(directory));
  return new Uint8Array(Buffer.concat([...segments.map(({ packed }) => packed.deflated), directory, writer.take()]));
}

/** The text between two rows. */
export const COMMA: Uint8Array = Uint8Array.of(0x2c);

/** Returns the bytes that a row takes with its comma. */
function spaceOf(row: Uint8Array): number {
  return row.byteLength === 0 ? 0 : row.byteLength + COMMA.byteLength;
}

/** Joins the rows that were not withdrawn by commas. */
function joined(rows: readonly Uint8Array[]): Uint8Array {
  const pieces = rows.filter(({ byteLength }) => byteLength > 0).flatMap((row) => [COMMA, row]);
  return Buffer.concat(pieces.slice(1));
}

/** Divides rows into runs of adjacent rows with about the same number of bytes each. */
function segmentsOf(rows: readonly Uint8Array[]): readonly RowRange[] {
  const bytes = rows.reduce((sum, row) => sum + spaceOf(row), 0);
  // The share is at least 1, because a block whose rows are all withdrawn has no bytes.
  const share = Math.max(1, bytes / Math.max(1, Math.round(bytes / SEGMENT_BYTES)));
  const ranges: RowRange[] = [];
  let from = 0;
  let end = 0;
  let upTo = share;
  for (const [i, row] of rows.entries()) {
    end += spaceOf(row);
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

/** Maximum size of the directory at the end of a stored block, in bytes. */
export const DIRECTORY_BYTES_MAX =
  TAIL_BYTES + VARINT_BYTES_MAX + ROWS_PER_BLOCK * (3 * VARINT_BYTES_MAX + 2 * WORD_BYTES);

/**
 * Decodes the directory from the end of a stored block whose total length is `byteLength`. Returns null if the bytes
 * are not the end of a block.
 */
export function decodeDirectory(end: Uint8Array, byteLength: number): BlockDirectory | null {
  const bytesOfDirectory = directoryBytes(end);
  if (bytesOfDirectory === null) return null;
  const read = createByteReader(bytesOfDirectory);
  const segments: Segment[] = [];
  let rows = 0;
  let at = 0;
  for (let left = read.next(); left > 0; left--) {
    const from = rows;
    rows += read.next();
    const deflatedBytes = read.next();
    segments.push({ from, to: rows, at, deflatedBytes, crc32: read.nextWord(), deflatedCrc32: read.nextWord() });
    at += deflatedBytes;
  }
  const ends = new Float64Array(rows);
  for (let i = 0, so = 0; i < rows; i++) ends[i] = so += read.next();
  if (rows === 0 || !read.isAtEnd || at + bytesOfDirectory.byteLength + TAIL_BYTES !== byteLength) return null;
  return { rows, end: (i) => ends[i]!, segments };
}

/** Returns the bytes of the directory, or null if they are damaged. */
function directoryBytes(end: Uint8Array): Uint8Array | null {
  if (end.byteLength < TAIL_BYTES) return null;
  const tail = createByteReader(end.subarray(-TAIL_BYTES));
  const [bytes, check] = [tail.nextWord(), tail.nextWord()];
  if (bytes > end.byteLength - TAIL_BYTES) return null;
  const bytesOfDirectory = end.subarray(end.byteLength - TAIL_BYTES - bytes, end.byteLength - TAIL_BYTES);
  return fastCrc32(bytesOfDirectory) === check ? bytesOfDirectory : null;
}

/**
 * Returns the packed text of a segment, or null if it is damaged. `stored` contains the block's bytes from `offset`
 * onwards.
 */
export function packedSegment(
  directory: BlockDirectory,
  segment: number,
  stored: Uint8Array,
  offset = 0,
): PackedText | null {
  const { from, to, at, deflatedBytes, deflatedCrc32, crc32 } = directory.segments[segment]!;
  const deflated = stored.subarray(at - offset, at - offset + deflatedBytes);
  if (deflated.byteLength !== deflatedBytes || fastCrc32(deflated) !== deflatedCrc32) return null;
  const space = directory.end(to - 1) - startOf(directory, from);
  return wrapDeflated({ deflated, crc32, byteLength: Math.max(0, space - COMMA.byteLength) });
}

/** Decodes a stored block, or returns null if the bytes are damaged. */
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
