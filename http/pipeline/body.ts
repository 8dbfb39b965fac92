import type { Bytes } from '../../domain/ports/codec.ts';
import type { TextPiece } from '../../domain/ports/rows.ts';
import { isPlain, textOf } from '../../domain/reads/pieces.ts';
import type { Coding } from './coding.ts';

export const JSON_TYPE = 'application/json';
export const HTML_TYPE = 'text/html; charset=utf-8';
/** Packed in itself. */
export const PNG_TYPE = 'image/png';

const encoder = new TextEncoder();

export function utf8(text: string): Bytes {
  return encoder.encode(text);
}

export function json(value: unknown): Bytes {
  return utf8(JSON.stringify(value));
}

/**
 * A body whole, or in pieces to be sent one behind the other: rows that stand ready in memory go out from where they
 * are, and what is packed already goes into a packed body as it is, or is unpacked as it is sent.
 */
export type BufferedBody = Bytes | readonly TextPiece[];

/** A body that is read as it is sent, such as a file: it is never held whole, nor packed on its way. */
export interface StreamBody {
  readonly byteLength: number;
  /** How its bytes are packed already. */
  readonly coding: Coding;
  /** Names the content, whatever the coding. */
  readonly tag: string;
  /** Bytes `from <= i < to`. Asked for at most once; reading to the end or cancelling lets go of what is behind it. */
  readonly stream: (from: number, to: number) => ReadableStream<Uint8Array>;
  /** Lets go of what is behind it where no stream was asked for. */
  readonly release: () => Promise<void>;
}

/** A body that packing would make no smaller, such as a picture or an archive. `tag` names its content. */
export function packedInItself(bytes: Bytes, tag: string): StreamBody {
  return {
    byteLength: bytes.byteLength,
    coding: 'identity',
    tag,
    stream: (from, to) => new Blob([bytes.subarray(from, to)]).stream(),
    release: async () => undefined,
  };
}

export type Body = BufferedBody | StreamBody;

export function isStream(body: Body): body is StreamBody {
  return 'stream' in body;
}

export function isWhole(body: Body): body is Bytes {
  return body instanceof Uint8Array;
}

/** The body of an answer that may be kept, which a stream is not. */
export function bufferedBody(body: Body): BufferedBody {
  if (isStream(body)) throw new TypeError('a streamed body is sent once');
  return body;
}

export function byteLengthOf(body: Body): number {
  return isWhole(body) || isStream(body) ? body.byteLength : body.reduce((total, piece) => total + piece.byteLength, 0);
}

/** What tells two bodies apart: what is packed is not unpacked for it. */
export function comparablePieces(body: BufferedBody): Bytes | readonly Uint8Array[] {
  return isWhole(body) ? body : body.map((piece) => (isPlain(piece) ? piece : piece.deflated));
}

/** Bodies from this length on are too long to be kept for the next request as a rule. */
export const LONG_BYTES_MIN = 512 * 1024;

/** Long bodies that were put together and are in use still: whoever needs one again needs no copy of its own. */
const wholes = new WeakMap<readonly TextPiece[], WeakRef<Bytes>>();
/** Keeps the pieces findable for as long as the whole is in use. */
const piecesOf = new WeakMap<Bytes, readonly TextPiece[]>();

/** The body in one piece, as text. */
export function joinBody(body: Body): Bytes {
  const pieces = bufferedBody(body);
  if (isWhole(pieces)) return pieces;
  const known = wholes.get(pieces)?.deref();
  if (known !== undefined) return known;
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1 && isPlain(first))
    return new Uint8Array(first.buffer as ArrayBuffer, first.byteOffset, first.byteLength);
  const bytes = new Uint8Array(byteLengthOf(pieces));
  if (bytes.byteLength >= LONG_BYTES_MIN) {
    wholes.set(pieces, new WeakRef(bytes));
    piecesOf.set(bytes, pieces);
  }
  let at = 0;
  for (const piece of pieces) {
    bytes.set(textOf(piece), at);
    at += piece.byteLength;
  }
  return bytes;
}
