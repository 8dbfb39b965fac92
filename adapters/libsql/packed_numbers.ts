import { StorageError } from './storage_error.ts';

/** Encodes integers from 0 to 2^53 as varints (7 bits per byte, lowest first), or as little-endian 16-bit or 32-bit words. */

/** Appends numbers to a buffer. */
export interface ByteWriter {
  /** Appends a varint, which takes one byte for a number below 128. */
  put(number: number): void;
  /** Appends a number that may be negative, as a varint. */
  putSigned(number: number): void;
  putShort(number: number): void;
  /** Appends a 32-bit word. */
  putWord(number: number): void;
  /** Appends the bytes written by `fill`, preceded by their count as a varint. */
  putSized(fill: () => void): void;
  /** Returns a copy of the bytes and empties the buffer for reuse. */
  take(): Uint8Array;
  /** Number of bytes appended since the buffer was emptied. */
  readonly size: number;
}

const SHORT_NUMBER_BYTES = 2;
const WORD_BYTES = 4;

/** Number of bytes that `putSized` reserves for the length. If the length needs more, the body is moved. */
const SIZE_BYTES = 1;

export function createByteWriter(firstBytes = 4_096): ByteWriter {
  let bytes = new Uint8Array(firstBytes);
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
    putSigned: (number) => put(number < 0 ? -2 * number - 1 : 2 * number),
    putShort: (number) => {
      reserve(SHORT_NUMBER_BYTES);
      bytes[end++] = number & 0xff;
      bytes[end++] = number >>> 8;
    },
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
      const needed = countVarintBytes(size);
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
    get size() {
      return end;
    },
  };
}

function countVarintBytes(number: number): number {
  let needed = 1;
  for (let left = number; left > 0x7f; left = Math.floor(left / 128)) needed++;
  return needed;
}

/** Decodes the numbers in order. Throws the storage error PACKED_DAMAGED if the buffer is truncated. */
export interface ByteReader {
  next(): number;
  /** Reads a number that `putSigned` appended. */
  nextSigned(): number;
  nextShort(): number;
  nextWord(): number;
  skip(bytes: number): void;
  /** Starts again with other bytes. Reusing a reader for many short lists saves most of the cost of reading them. */
  open(bytes: Uint8Array): void;
  /** Offset of the next byte. */
  readonly at: number;
  readonly isAtEnd: boolean;
}

export function createByteReader(first: Uint8Array): ByteReader {
  let bytes = first;
  let at = 0;
  const next = (): number => {
    let byte = bytes[at++];
    if (byte === undefined) throw createPackedDamage();
    if (byte < 0x80) return byte;
    let number = byte & 0x7f;
    for (let scale = 128; ; scale *= 128) {
      byte = bytes[at++];
      if (byte === undefined || scale > Number.MAX_SAFE_INTEGER) throw createPackedDamage();
      number += (byte & 0x7f) * scale;
      if (byte < 0x80) return number;
    }
  };
  return {
    next,
    nextSigned: () => {
      const number = next();
      return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
    },
    nextShort: () => {
      const [low, high] = [bytes[at++], bytes[at++]];
      if (low === undefined || high === undefined) throw createPackedDamage();
      return low | (high << 8);
    },
    nextWord: () => {
      let word = 0;
      for (let shift = 0; shift < 8 * WORD_BYTES; shift += 8) {
        const byte = bytes[at++];
        if (byte === undefined) throw createPackedDamage();
        word |= byte << shift;
      }
      return word >>> 0;
    },
    skip: (count) => {
      at += count;
      if (at > bytes.length) throw createPackedDamage();
    },
    open: (other) => {
      bytes = other;
      at = 0;
    },
    get at() {
      return at;
    },
    get isAtEnd() {
      return at >= bytes.length;
    },
  };
}

export function createPackedDamage(): StorageError {
  return new StorageError('PACKED_DAMAGED');
}
