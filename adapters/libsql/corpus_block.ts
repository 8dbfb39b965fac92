import { Buffer } from 'node:buffer';

/**
 * How corpus rows are stored: finished JSON rows of one kind, this many a block. A block is written again until it is
 * full, then never. A page of 500 reads six blocks where it begins inside one, so that little is read in vain: of blocks
 * of 500 it would read two, twice what it needs.
 */
export const ROWS_PER_BLOCK = 100;

const WORD = 4;

/**
 * A stored block is its rows, a comma behind each, then for each row the byte offset past its comma, then the number of
 * rows, these as little-endian unsigned 32-bit integers. One value holds it all, since each value read costs as much
 * as kilobytes of it.
 */
export const encodeBlock = (head: CorpusBlock | null, rows: readonly string[]): Uint8Array => {
  const before = head === null ? new Uint8Array(0) : head.slice(0, head.rows);
  const ends = Array.from({ length: head?.rows ?? 0 }, (_, i) => head!.end(i));
  const text = Buffer.from(`${rows.join(',')},`, 'utf8');
  let end = before.length;
  for (const row of rows) {
    end += Buffer.byteLength(row, 'utf8') + 1;
    ends.push(end);
  }
  const bytes = new Uint8Array(end + WORD * (ends.length + 1));
  bytes.set(before);
  bytes.set(text, before.length);
  const words = new DataView(bytes.buffer, end);
  ends.forEach((at, i) => {
    words.setUint32(WORD * i, at, true);
  });
  words.setUint32(WORD * ends.length, ends.length, true);
  return bytes;
};

/** A block to read from. */
export interface CorpusBlock {
  readonly rows: number;
  readonly byteLength: number;
  /** The byte offset past row `i` and its comma. */
  end(i: number): number;
  /** Rows `from <= i < to`, a comma behind each; `from < to`. */
  slice(from: number, to: number): Uint8Array;
}

/** Reads a stored block; null where the bytes are none. */
export const decodeBlock = (stored: ArrayBuffer): CorpusBlock | null => {
  const { byteLength } = stored;
  if (byteLength < 2 * WORD) return null;
  const words = new DataView(stored);
  const rows = words.getUint32(byteLength - WORD, true);
  const textBytes = byteLength - WORD * (rows + 1);
  if (rows === 0 || textBytes < rows || words.getUint32(byteLength - 2 * WORD, true) !== textBytes) return null;
  const end = (i: number): number => words.getUint32(textBytes + WORD * i, true);
  return {
    rows,
    byteLength,
    end,
    slice: (from, to) => {
      const start = from === 0 ? 0 : end(from - 1);
      return new Uint8Array(stored, start, end(to - 1) - start);
    },
  };
};
