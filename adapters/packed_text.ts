import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { PackedText, TextPiece } from '../domain/ports/rows.ts';
import { type DeflatedPart, gzipMember } from '../domain/values/gzip_member.ts';
import { fastCrc32 } from './crc32.ts';

/**
 * For what is packed for one answer, for as long as a snapshot stands, and for good: of texts of some kilobytes a larger
 * window costs more to set up than it saves, a third of the time where the text is sent once.
 */
const EFFORTS = {
  once: { level: 1, windowBits: 12, memLevel: 5 },
  often: { level: 3, windowBits: 14, memLevel: 7 },
  'for good': { level: 6, windowBits: 14, memLevel: 7 },
} as const;

/** Packs text so that other packed text can follow it: nothing in it refers back before its beginning. */
export function packText(text: Uint8Array, sent: keyof typeof EFFORTS): PackedText {
  // A copy: the runtime's is a part of a larger buffer, which would be kept with it.
  return packedText({
    deflated: deflated(text, sent, false).slice(),
    crc32: fastCrc32(text),
    byteLength: text.byteLength,
  });
}

/** Text that was deflated before. */
export function packedText(part: DeflatedPart): PackedText {
  return {
    deflated: part.deflated,
    crc32: part.crc32,
    byteLength: part.byteLength,
    text: () => unpacked(part),
  };
}

function deflated(text: Uint8Array, sent: keyof typeof EFFORTS, ends: boolean): Uint8Array {
  const { buffer, byteOffset, byteLength } = deflateRawSync(text, {
    ...EFFORTS[sent],
    finishFlush: ends ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
  });
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function unpacked({ deflated, byteLength }: DeflatedPart): Uint8Array {
  // One byte more than there are: a text that fills the room to the brim is taken for one that goes on.
  const text = inflateRawSync(deflated, {
    finishFlush: constants.Z_SYNC_FLUSH,
    chunkSize: Math.max(64, byteLength + 1),
  });
  return new Uint8Array(text.buffer, text.byteOffset, text.byteLength);
}

/** Ends a member whose last text was packed before: an empty block that is the last. */
const END: DeflatedPart = { deflated: Uint8Array.of(3, 0), crc32: 0, byteLength: 0 };

/** Pieces of text as one gzip member: what is packed goes in as it is, what lies between is packed now. */
export function gzipOfPieces(pieces: readonly TextPiece[]): Uint8Array<ArrayBuffer> {
  const parts: DeflatedPart[] = [];
  let plain: Uint8Array[] = [];
  const packPlain = (ends: boolean): void => {
    if (plain.length === 0) return;
    const text = joined(plain);
    parts.push({ deflated: deflated(text, 'once', ends), crc32: fastCrc32(text), byteLength: text.byteLength });
    plain = [];
  };
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) plain.push(piece);
    else {
      packPlain(false);
      parts.push(piece);
    }
  }
  if (plain.length > 0) packPlain(true);
  else parts.push(END);
  return gzipMember(parts);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}
