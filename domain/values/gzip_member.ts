import { combineCrc32 } from './crc32.ts';

export interface DeflatedPart {
  /**
   * Raw deflate data (RFC 1951) that ends on a byte boundary and does not refer to earlier data. Only the last part has
   * a final block.
   */
  readonly deflated: Uint8Array;
  /** CRC-32 of the uncompressed text. `byteLength` is the text's length. */
  readonly crc32: number;
  readonly byteLength: number;
}

/** Header for the compression method deflate, without a name, time or operating system (RFC 1952, section 2.3). */
const GZIP_HEADER: Uint8Array = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
/** Deflate data that ends a member whose text was already deflated. */
export const EMPTY_FINAL_BLOCK: Uint8Array = Uint8Array.of(3, 0);
const GZIP_TRAILER_BYTES = 8;

/** Joins parts into one gzip member, because many readers, such as browsers, stop after the first member. */
export function joinGzipParts(parts: readonly DeflatedPart[]): Uint8Array<ArrayBuffer> {
  const deflatedBytes = parts.reduce((sum, { deflated }) => sum + deflated.byteLength, 0);
  const member = new Uint8Array(GZIP_HEADER.byteLength + deflatedBytes + GZIP_TRAILER_BYTES);
  member.set(GZIP_HEADER);
  let at = GZIP_HEADER.byteLength;
  let check = 0;
  let textBytes = 0;
  for (const part of parts) {
    member.set(part.deflated, at);
    at += part.deflated.byteLength;
    check = combineCrc32(check, part.crc32, part.byteLength);
    textBytes += part.byteLength;
  }
  member.set(buildGzipTrailer(check, textBytes), at);
  return member;
}

/** Returns the end of a gzip member: the CRC-32 and the length of its text. */
function buildGzipTrailer(check: number, textBytes: number): Uint8Array {
  const trailer = new DataView(new ArrayBuffer(GZIP_TRAILER_BYTES));
  trailer.setUint32(0, check, true);
  // The format stores the length modulo 2³².
  trailer.setUint32(4, textBytes >>> 0, true);
  return new Uint8Array(trailer.buffer);
}
