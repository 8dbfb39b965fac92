import type { Bytes } from '../../domain/ports/codec.ts';
import type { TextPiece } from '../../domain/ports/rows.ts';
import { inflatePiece, isBytes } from '../../domain/reads/pieces.ts';
import type { ContentCoding } from './coding.ts';

export const JSON_TYPE = 'application/json';
export const EVENT_TYPE = 'text/event-stream';
export const HTML_TYPE = 'text/html; charset=utf-8';
export const PNG_TYPE = 'image/png';

/** Pictures of these types are already compressed, so we do not compress them again. */
export const COMPRESSED_TYPES: ReadonlySet<string> = new Set([PNG_TYPE, 'image/webp', 'image/jpeg']);

const encoder = new TextEncoder();

export function encodeUtf8(text: string): Bytes {
  return encoder.encode(text);
}

export function encodeJson(value: unknown): Bytes {
  return encodeUtf8(JSON.stringify(value));
}

/**
 * A body as one array, or as pieces that are sent one after another. Pieces avoid copying rows that are already in
 * memory. A compressed piece is copied unchanged into a gzip body, and decompressed for an uncompressed body.
 */
export type BufferedBody = Bytes | readonly TextPiece[];

/**
 * A body that is read while it is being sent, such as a file. It is never loaded into memory as a whole or compressed
 * on the fly.
 */
export interface StreamBody {
  /** Null if the stream is sent as it arises, such as one of events. It has no ranges and ends when a side ends it. */
  readonly byteLength: number | null;
  readonly coding: ContentCoding;
  /** Identifies the content, independent of the coding. */
  readonly tag: string;
  /** Streams the bytes `from <= i < to`. Call it at most once. Reading to the end or cancelling releases the source. */
  readonly stream: (from: number, to: number) => ReadableStream<Uint8Array>;
  /** Releases the source if `stream` was not called. */
  readonly release: () => Promise<void>;
}

/** Wraps bytes that compression would not shrink, such as a picture or an archive. `tag` identifies the content. */
export function createPackedBody(bytes: Bytes, tag: string): StreamBody {
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

/** Returns the body of a cacheable response. Throws if the body is a stream. */
export function requireBody(body: Body): BufferedBody {
  if (isStream(body)) throw new TypeError('a streamed body is sent once');
  return body;
}

export function countBodyBytes(body: BufferedBody): number {
  return isWhole(body) ? body.byteLength : body.reduce((total, piece) => total + piece.byteLength, 0);
}

/** Returns the memory that a body takes. */
export function countBytes(body: BufferedBody): number {
  return isWhole(body)
    ? body.byteLength
    : body.reduce((sum, piece) => sum + (isBytes(piece) ? piece : piece.deflated).byteLength, 0);
}

/** Returns the bytes from which the body's fingerprint is computed. Compressed pieces stay compressed. */
export function listComparablePieces(body: BufferedBody): Bytes | readonly Uint8Array[] {
  return isWhole(body) ? body : body.map((piece) => (isBytes(piece) ? piece : piece.deflated));
}

/** Bodies of at least this length are usually too long to be cached. */
export const JOINED_BYTES_MIN = 512 * 1024;

/** Long joined bodies that are still in use, keyed by their pieces, so that several requests share one copy. */
const joinedPieces = new WeakMap<readonly TextPiece[], WeakRef<Bytes>>();
/** Keeps the pieces alive, and with them the entry in `joinedPieces`, as long as the joined body is in use. */
const piecesByBytes = new WeakMap<Bytes, readonly TextPiece[]>();

/** Returns the body as one array of uncompressed bytes. */
export function joinBody(body: Body): Bytes {
  const pieces = requireBody(body);
  if (isWhole(pieces)) return pieces;
  const known = joinedPieces.get(pieces)?.deref();
  if (known !== undefined) return known;
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1 && isBytes(first))
    return new Uint8Array(first.buffer as ArrayBuffer, first.byteOffset, first.byteLength);
  const bytes = new Uint8Array(countBodyBytes(pieces));
  if (bytes.byteLength >= JOINED_BYTES_MIN) {
    joinedPieces.set(pieces, new WeakRef(bytes));
    piecesByBytes.set(bytes, pieces);
  }
  let at = 0;
  for (const piece of pieces) {
    bytes.set(inflatePiece(piece), at);
    at += piece.byteLength;
  }
  return bytes;
}
