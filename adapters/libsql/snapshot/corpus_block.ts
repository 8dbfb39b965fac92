import { Buffer } from 'node:buffer';
import { inflatePiece } from '../../../domain/reads/pieces.ts';
import { computeCrc32, packText, wrapDeflated } from '../../packed_text.ts';
import { createByteReader, createByteWriter } from '../packed_numbers.ts';
import { StorageError } from '../storage_error.ts';
import { COMMA_BYTES, countTextBytes, findRowEnds, findRowStart, type RowBlock } from './row_block.ts';

/**
 * Number of rows per block, unless they are long. The rows of a page of 500 of one kind fill whole blocks. A walk through
 * all kinds begins and ends its pages anywhere in a block, because places are counted by kind. Such a block must be
 * unpacked and partly packed again, which costs more if blocks are longer.
 */
export const ROWS_PER_BLOCK = 50;

/** Maximum size in bytes of a block of several rows. A page reads little more than it sends, even if rows are long. */
const BLOCK_BYTES_MAX = 24_000;

/** The bytes of a withdrawn row, which keeps its place so that later rows keep theirs. */
export const NO_BYTES: Uint8Array = new Uint8Array(0);

/**
 * Divides adjacent rows into blocks, none of which contains a place divisible by ROWS_PER_BLOCK except as its first. The
 * last block may have room for more rows. `place` is the place of the first row, with which a block begins.
 */
export function divideRows(rows: readonly Uint8Array[], place: number): readonly (readonly Uint8Array[])[] {
  const blocks: Uint8Array[][] = [];
  let block: Uint8Array[] = [];
  let bytes = 0;
  for (const [i, row] of rows.entries()) {
    const isFull = (place + i) % ROWS_PER_BLOCK === 0 || (bytes > 0 && bytes + countRowBytes(row) > BLOCK_BYTES_MAX);
    if (i === 0 || isFull) {
      block = [];
      blocks.push(block);
      bytes = 0;
    }
    block.push(row);
    bytes += countRowBytes(row);
  }
  return blocks;
}

/** Returns the bytes that a row takes with its comma. */
function countRowBytes(row: Uint8Array): number {
  return row.byteLength === 0 ? 0 : row.byteLength + COMMA_BYTES.byteLength;
}

const blockWriter = createByteWriter();

/**
 * Encodes finished JSON rows, of which withdrawn ones are empty.
 *
 * A stored block has the checksum of everything after it; the checksum of the unpacked text; the number of rows; the
 * size of every row, with the comma after it; and the packed text, without its last comma, so that it can end a list.
 */
export function encodeBlock(rows: readonly Uint8Array[]): Uint8Array {
  const pieces = rows.filter(({ byteLength }) => byteLength > 0).flatMap((row) => [COMMA_BYTES, row]);
  const { crc32, deflated } = packText(Buffer.concat(pieces.slice(1)), 'for good');
  blockWriter.putWord(crc32);
  blockWriter.put(rows.length);
  for (const row of rows) blockWriter.put(countRowBytes(row));
  const head = blockWriter.take();
  blockWriter.putWord(computeCrc32(deflated, computeCrc32(head)));
  return new Uint8Array(Buffer.concat([blockWriter.take(), head, deflated]));
}

/** Decodes a stored block. Throws a storage error if the bytes are damaged. */
export function decodeBlock(stored: ArrayBuffer): RowBlock {
  const bytes = new Uint8Array(stored);
  const read = createByteReader(bytes);
  if (read.nextWord() !== computeCrc32(bytes.subarray(read.at))) throw new StorageError('CORPUS_BLOCK_DAMAGED');
  const crc32 = read.nextWord();
  const ends = findRowEnds(read.next(), read.next);
  const deflated = bytes.subarray(read.at);
  return { ends, text: wrapDeflated({ deflated, crc32, byteLength: countTextBytes(ends) }) };
}

/** Returns all rows of a block as text. Withdrawn rows are empty. */
export function unpackRows(block: RowBlock): Uint8Array[] {
  const text = inflatePiece(block.text);
  return Array.from(block.ends, (end, i) => {
    const start = findRowStart(block.ends, i);
    return start === end ? NO_BYTES : text.subarray(start, end - COMMA_BYTES.byteLength);
  });
}
