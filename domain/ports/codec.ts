import type { DeflatedPart } from '../values/gzip_member.ts';
import type { Result } from '../values/result.ts';
import type { PackedText, TextPiece } from './rows.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Compresses and decompresses data. Slow operations run off the thread that serves requests. */
export interface Codec {
  /**
   * Uses Brotli at its lowest quality, which compresses a page better than gzip's default in a quarter of the time. If
   * `isLasting`, uses the highest quality, for bytes that are compressed once and sent until the process ends.
   */
  brotli(bytes: Bytes, isLasting?: boolean): Promise<Bytes>;
  gzip(bytes: Bytes, isLasting?: boolean): Promise<Bytes>;
  /** Joins pieces, compressed or not, into one gzip member on the calling thread. Keep uncompressed pieces small. */
  gzipOfPieces(pieces: readonly TextPiece[]): Bytes;
  /** Wraps text that has already been deflated, on any thread. */
  packed(part: DeflatedPart): PackedText;
  /** Decompresses gzip members up to `bytesMax` bytes. `broken`: not gzip, truncated, or followed by other data. */
  gunzip(bytes: Bytes, bytesMax: number): Promise<Result<Bytes, 'broken' | 'too-large'>>;
  /** Returns a digest for telling two representations apart, as 22 base64url characters. */
  fingerprint(bytes: Bytes | readonly Uint8Array[]): string;
}
