import * as zlib from 'node:zlib';
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { PackedText, TextPiece } from '../domain/ports/rows.ts';
import { combineCrc32, crc32 as ownCrc32 } from '../domain/values/crc32.ts';
import { type DeflatedPart, EMPTY_FINAL_BLOCK, joinGzipParts } from '../domain/values/gzip_member.ts';

/**
 * Compression settings for text that is sent in one response (`once`), cached while a snapshot is served (`often`), or
 * stored permanently (`for good`). For a few kilobytes of text, setting up a larger window costs more time than it
 * saves. For text that is sent once, it would take a third of the time.
 */
const DEFLATE_LEVELS = {
  once: { level: 1, windowBits: 12, memLevel: 5 },
  often: { level: 3, windowBits: 14, memLevel: 7 },
  'for good': { level: 6, windowBits: 14, memLevel: 7 },
} as const;

/**
 * Deflates text so that the result can be joined with other deflated text: it contains no references to earlier data.
 */
export function packText(text: Uint8Array, sent: keyof typeof DEFLATE_LEVELS): PackedText {
  // Copy the result, because the runtime returns a slice of a larger buffer that would otherwise stay in memory.
  return wrapDeflated({
    deflated: deflateText(text, sent).slice(),
    crc32: computeCrc32(text),
    byteLength: text.byteLength,
  });
}

export function wrapDeflated(part: DeflatedPart): PackedText {
  return {
    deflated: part.deflated,
    crc32: part.crc32,
    byteLength: part.byteLength,
    text: () => inflateText(part),
  };
}

/** Joins adjacent parts into one. */
export function joinDeflatedParts(parts: readonly DeflatedPart[]): PackedText {
  return wrapDeflated({
    deflated: joinBytes(parts.map(({ deflated }) => deflated)),
    crc32: parts.reduce((check, part) => combineCrc32(check, part.crc32, part.byteLength), 0),
    byteLength: parts.reduce((sum, part) => sum + part.byteLength, 0),
  });
}

/** Maximum length of text that is stored instead of deflated. */
const STORED_BYTES_MAX = 1_024;

/**
 * Wraps short text in a stored block (RFC 1951, section 3.2.4). Setting up a compressor for it would cost more time than
 * it saves.
 */
export function encodeStoredText(text: Uint8Array): DeflatedPart {
  const { byteLength } = text;
  const deflated = new Uint8Array(STORED_HEADER_BYTES + byteLength);
  const header = new DataView(deflated.buffer);
  header.setUint16(1, byteLength, true);
  header.setUint16(3, ~byteLength & 0xffff, true);
  deflated.set(text, STORED_HEADER_BYTES);
  return { deflated, crc32: computeCrc32(text), byteLength };
}

const STORED_HEADER_BYTES = 5;

function deflateText(text: Uint8Array, sent: keyof typeof DEFLATE_LEVELS): Uint8Array {
  const { buffer, byteOffset, byteLength } = deflateRawSync(text, {
    ...DEFLATE_LEVELS[sent],
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function inflateText({ deflated, byteLength }: DeflatedPart): Uint8Array {
  // Allocate one byte more than needed. If the text filled the buffer exactly, zlib would expect more output.
  const text = inflateRawSync(deflated, {
    finishFlush: constants.Z_SYNC_FLUSH,
    chunkSize: Math.max(64, byteLength + 1),
  });
  return new Uint8Array(text.buffer, text.byteOffset, text.byteLength);
}

const FINAL_PIECE: DeflatedPart = { deflated: EMPTY_FINAL_BLOCK, crc32: 0, byteLength: 0 };

/** Joins pieces of text into one gzip member. Deflated pieces are copied unchanged; others are packed now. */
export function joinGzipPieces(pieces: readonly TextPiece[]): Uint8Array<ArrayBuffer> {
  const parts: DeflatedPart[] = [];
  let plain: Uint8Array[] = [];
  const packPlain = (): void => {
    if (plain.length === 0) return;
    const text = joinBytes(plain);
    plain = [];
    if (text.byteLength <= STORED_BYTES_MAX) parts.push(encodeStoredText(text));
    else parts.push({ deflated: deflateText(text, 'once'), crc32: computeCrc32(text), byteLength: text.byteLength });
  };
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) plain.push(piece);
    else {
      packPlain();
      parts.push(piece);
    }
  }
  packPlain();
  return joinGzipParts([...parts, FINAL_PIECE]);
}

function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}

/** Maximum input length for the runtime's own CRC-32. One runtime release returned wrong results for longer inputs. */
const NATIVE_CRC_BYTES = 65_536;

type Crc32 = (bytes: Uint8Array, before: number) => number;

/** Returns the runtime's CRC-32, about twenty times as fast as ours, or null if it is missing or incorrect. */
function findNativeCrc32(): Crc32 | null {
  const { crc32 } = zlib as { readonly crc32?: Crc32 };
  if (typeof crc32 !== 'function') return null;
  const sample = Uint8Array.from({ length: NATIVE_CRC_BYTES }, (_, i) => (i * i) >>> 3);
  const lengths = [0, 1, 7, 64, 1_000, NATIVE_CRC_BYTES];
  const isCorrect = [0, 1, 0xfedc_ba98].every((before) =>
    lengths.every((length) => {
      const bytes = sample.subarray(0, length);
      return crc32(bytes, before) === ownCrc32(bytes, before);
    }),
  );
  return isCorrect ? crc32 : null;
}

const nativeCrc32 = findNativeCrc32();

/** Returns the CRC-32 of these bytes after bytes whose CRC is `before`, using the runtime's function if it can be trusted. */
export function computeCrc32(bytes: Uint8Array, before = 0): number {
  if (nativeCrc32 === null) return ownCrc32(bytes, before);
  let check = before;
  for (let at = 0; at < bytes.byteLength; at += NATIVE_CRC_BYTES) {
    check = nativeCrc32(bytes.subarray(at, at + NATIVE_CRC_BYTES), check);
  }
  return check;
}
