import { StorageError } from './storage_error.ts';

/**
 * Whole numbers from 0 up to 2^53 in as few bytes as they need, seven bits a byte, the lowest first; or as little-endian
 * words of 32 bits.
 */

/** Puts numbers behind each other. One is used again and again: `take` copies what was put. */
export interface ByteWriter {
  put(number: number): void;
  putWord(number: number): void;
  /** Puts what `fill` puts, and before it how many bytes that is. */
  putSized(fill: () => void): void;
  take(): Uint8Array;
}

const WORD_BYTES = 4;

/** Bytes of a length that stands before what it measures: the body is moved where it needs more than one. */
const SIZE_BYTES = 1;

export function createByteWriter(): ByteWriter {
  let bytes = new Uint8Array(4_096);
  let end = 0;
  const reserve = (more: number): void => {
    if (end + more <= bytes.length) return;
    const larger = new Uint8Array(Math.max(bytes.length * 2, end + more));
    larger.set(bytes);
    bytes = larger;
  };
  const put = (number: number): void => {
    reserve(8);
    let left = number;
    while (left > 0x7f) {
      bytes[end++] = (left & 0x7f) | 0x80;
      left = left > 0x7fffffff ? Math.floor(left / 128) : left >>> 7;
    }
    bytes[end++] = left;
  };
  return {
    put,
    putWord: (number) => {
      reserve(WORD_BYTES);
      for (let shift = 0; shift < 8 * WORD_BYTES; shift += 8) bytes[end++] = (number >>> shift) & 0xff;
    },
    putSized: (fill) => {
      const start = end;
      reserve(SIZE_BYTES);
      end += SIZE_BYTES;
      fill();
      const size = end - start - SIZE_BYTES;
      const needed = bytesOf(size);
      reserve(needed);
      bytes.copyWithin(start + needed, start + SIZE_BYTES, end);
      end = start;
      put(size);
      end += size;
    },
    take: () => {
      const taken = bytes.slice(0, end);
      end = 0;
      return taken;
    },
  };
}

function bytesOf(number: number): number {
  let needed = 1;
  for (let left = number; left > 0x7f; left = Math.floor(left / 128)) needed++;
  return needed;
}

/** Reads them again; bytes that end too early are damaged. */
export interface ByteReader {
  next(): number;
  nextWord(): number;
  skip(bytes: number): void;
  readonly at: number;
  readonly isAtEnd: boolean;
}

export function createByteReader(bytes: Uint8Array): ByteReader {
  let at = 0;
  return {
    next: () => {
      let byte = bytes[at++];
      if (byte === undefined) throw damaged();
      if (byte < 0x80) return byte;
      let number = byte & 0x7f;
      for (let scale = 128; ; scale *= 128) {
        byte = bytes[at++];
        if (byte === undefined || scale > Number.MAX_SAFE_INTEGER) throw damaged();
        number += (byte & 0x7f) * scale;
        if (byte < 0x80) return number;
      }
    },
    nextWord: () => {
      let word = 0;
      for (let shift = 0; shift < 8 * WORD_BYTES; shift += 8) {
        const byte = bytes[at++];
        if (byte === undefined) throw damaged();
        word |= byte << shift;
      }
      return word >>> 0;
    },
    skip: (count) => {
      at += count;
      if (at > bytes.length) throw damaged();
    },
    get at() {
      return at;
    },
    get isAtEnd() {
      return at >= bytes.length;
    },
  };
}

export function damaged(): StorageError {
  return new StorageError('PACKED_DAMAGED');
}
