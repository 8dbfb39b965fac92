import { Buffer, isUtf8 } from 'node:buffer';

/**
 * How corpus rows are stored: finished JSON rows of one kind, this many a block. A block is written again until it is
 * full, then only when a row of it is withdrawn. A page of 500 reads six blocks where it begins inside one, so that
 * little is read in vain: of blocks of 500 it would read two, twice what it needs.
 */
export const ROWS_PER_BLOCK = 100;

const WORD = 4;

/**
 * A stored block is its rows, a comma behind each, then for each row the byte offset past its comma, then the number of
 * rows, these as little-endian unsigned 32-bit integers. A withdrawn row has no bytes, nor a comma. One value holds it
 * all, since each value read costs as much as kilobytes of it.
 */
export const encodeBlock = (head: CorpusBlock | null, rows: readonly string[]): Uint8Array => {
  const before = head === null ? [] : Array.from({ length: head.rows }, (_, i) => head.slice(i, i + 1));
  return encode([...before, ...rows.map((row) => Buffer.from(`${row},`, 'utf8'))]);
};

/** The block without these rows, which keep their places. */
export const emptyRows = (block: CorpusBlock, rows: ReadonlySet<number>): Uint8Array =>
  encode(Array.from({ length: block.rows }, (_, i) => (rows.has(i) ? NOTHING : block.slice(i, i + 1))));

const NOTHING = new Uint8Array(0);

/** Puts rows together, each with its comma. */
const encode = (rows: readonly Uint8Array[]): Uint8Array => {
  const textBytes = rows.reduce((sum, row) => sum + row.byteLength, 0);
  const bytes = new Uint8Array(textBytes + WORD * (rows.length + 1));
  const words = new DataView(bytes.buffer, textBytes);
  let end = 0;
  for (const [i, row] of rows.entries()) {
    bytes.set(row, end);
    end += row.byteLength;
    words.setUint32(WORD * i, end, true);
  }
  words.setUint32(WORD * rows.length, rows.length, true);
  return bytes;
};

/** Where the rows of a block end. */
export interface RowEnds {
  /** Withdrawn ones included. */
  readonly rows: number;
  /** The byte past row `i` and its comma. */
  end(i: number): number;
}

/** A block to read from. */
export interface CorpusBlock extends RowEnds {
  readonly byteLength: number;
  /** Rows `from <= i < to` that stand, a comma behind each; `from < to`. */
  slice(from: number, to: number): Uint8Array;
}

/** So many bytes at the end of a stored block hold where all its rows end. */
export const ENDS_BYTES_MAX = WORD * (ROWS_PER_BLOCK + 1);

/** Reads where rows end from the end of a stored block of `byteLength` in all; null where the bytes are none of one. */
export const decodeEnds = (tail: ArrayBuffer, byteLength: number): RowEnds | null => {
  const before = byteLength - tail.byteLength;
  if (tail.byteLength < 2 * WORD) return null;
  const words = new DataView(tail);
  const rows = words.getUint32(tail.byteLength - WORD, true);
  const textBytes = byteLength - WORD * (rows + 1);
  const inTail = textBytes - before;
  if (rows === 0 || inTail < 0 || words.getUint32(tail.byteLength - 2 * WORD, true) !== textBytes) return null;
  return { rows, end: (i) => words.getUint32(inTail + WORD * i, true) };
};

/** The byte at which row `i` begins. */
export const startOf = (ends: RowEnds, i: number): number => (i === 0 ? 0 : ends.end(i - 1));

/** Reads a stored block; null where the bytes are none. */
export const decodeBlock = (stored: ArrayBuffer): CorpusBlock | null => {
  const ends = decodeEnds(stored, stored.byteLength);
  if (ends === null) return null;
  const text = new Uint8Array(stored, 0, stored.byteLength - WORD * (ends.rows + 1));
  if (!areRows(text, ends.rows, ends.end)) return null;
  return {
    ...ends,
    byteLength: stored.byteLength,
    slice: (from, to) => {
      const start = startOf(ends, from);
      return new Uint8Array(stored, start, ends.end(to - 1) - start);
    },
  };
};

const COMMA = 0x2c;

/** Whether the text is one, and each row that has bytes ends behind the one before, with its comma. */
const areRows = (text: Uint8Array, rows: number, end: (i: number) => number): boolean => {
  if (!isUtf8(text)) return false;
  for (let i = 0, start = 0; i < rows; i++) {
    const to = end(i);
    if (to < start || (to > start && text[to - 1] !== COMMA)) return false;
    start = to;
  }
  return true;
};
