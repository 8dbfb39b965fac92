import { crc32Combined } from './crc32.ts';

/** Text as it stands in a gzip member. */
export interface DeflatedPart {
  /** Raw deflate (RFC 1951) that refers to nothing before it and ends with a byte; only the last of a member ends it. */
  readonly deflated: Uint8Array;
  /** Of the text. */
  readonly crc32: number;
  readonly byteLength: number;
}

/** Deflate, no name, no time, no system (RFC 1952, section 2.3). */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
const TRAILER_BYTES = 8;

/**
 * Parts as one gzip member, the last of which ends it. Members joined one behind the other would not do: browsers and other
 * readers take only the first.
 */
export function gzipMember(parts: readonly DeflatedPart[]): Uint8Array<ArrayBuffer> {
  const deflatedBytes = parts.reduce((sum, { deflated }) => sum + deflated.byteLength, 0);
  const member = new Uint8Array(HEADER.byteLength + deflatedBytes + TRAILER_BYTES);
  member.set(HEADER);
  let at = HEADER.byteLength;
  let check = 0;
  let textBytes = 0;
  for (const part of parts) {
    member.set(part.deflated, at);
    at += part.deflated.byteLength;
    check = crc32Combined(check, part.crc32, part.byteLength);
    textBytes += part.byteLength;
  }
  const trailer = new DataView(member.buffer, at);
  trailer.setUint32(0, check, true);
  // Modulo 2³².
  trailer.setUint32(4, textBytes >>> 0, true);
  return member;
}
