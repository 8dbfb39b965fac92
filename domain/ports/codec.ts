import type { DeflatedPart } from '../values/gzip_member.ts';
import type { Result } from '../values/result.ts';
import type { PackedText, TextPiece } from './rows.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Packing and unpacking; what takes long is done off the thread that answers. */
export interface Codec {
  /** Brotli at its lowest effort: it packs a page better than gzip's default in a quarter of the time. */
  brotli(bytes: Bytes): Promise<Bytes>;
  gzip(bytes: Bytes): Promise<Bytes>;
  /**
   * Pieces of a text, some of them packed already, as one gzip member. At once, on the thread that asks: what lies between
   * the packed pieces is to be little.
   */
  gzipOfPieces(pieces: readonly TextPiece[]): Bytes;
  /** Text that was deflated before, on this thread or another. */
  packed(part: DeflatedPart): PackedText;
  /**
   * Unpacks gzip (members one after another are one text), and stops as soon as more than `bytesMax` come out.
   * `broken`: no gzip, cut short, or followed by anything else.
   */
  gunzip(bytes: Bytes, bytesMax: number): Promise<Result<Bytes, 'broken' | 'too-large'>>;
  /** A digest of content, fit to tell two representations apart: 22 characters of base64url. */
  fingerprint(bytes: Bytes | readonly Uint8Array[]): string;
}
