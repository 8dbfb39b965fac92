import type { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { brotliCompress, brotliCompressSync, constants, gunzip, gzip, gzipSync } from 'node:zlib';
import type { Bytes, Codec } from '../domain/ports/codec.ts';
import { err, ok } from '../domain/values/result.ts';
import { joinGzipPieces, wrapDeflated } from './packed_text.ts';

const BROTLI_QUALITY = 1;
const GZIP_LEVEL = 5;
const FINGERPRINT_CHARS = 22;

/**
 * Bodies up to this size are compressed synchronously, which blocks the thread for less than 0.5 ms. Handing a page to
 * the thread pool would cost several times as much as compressing the page.
 */
const SYNC_BROTLI_BYTES_MAX = 160 * 1024;
/** Lower than the brotli limit, because gzip takes four times as long. */
const SYNC_GZIP_BYTES_MAX = 40 * 1024;

function buildBrotliOptions({ byteLength }: Bytes, quality: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
    },
  };
}
const GZIP_OPTIONS = { level: GZIP_LEVEL };
const BEST_GZIP_OPTIONS = { level: constants.Z_BEST_COMPRESSION };

/** Compresses short bodies synchronously; everything else runs in the runtime's thread pool. */
export const zlibCodec: Codec = {
  brotli: async (bytes, isLasting = false) => {
    const options = buildBrotliOptions(bytes, isLasting ? constants.BROTLI_MAX_QUALITY : BROTLI_QUALITY);
    return !isLasting && bytes.byteLength <= SYNC_BROTLI_BYTES_MAX
      ? toPlainBytes(brotliCompressSync(bytes, options))
      : runInThreadPool((done) => brotliCompress(bytes, options, done));
  },
  gzip: async (bytes, isLasting = false) =>
    !isLasting && bytes.byteLength <= SYNC_GZIP_BYTES_MAX
      ? toPlainBytes(gzipSync(bytes, GZIP_OPTIONS))
      : runInThreadPool((done) => gzip(bytes, isLasting ? BEST_GZIP_OPTIONS : GZIP_OPTIONS, done)),
  gzipOfPieces: joinGzipPieces,
  packed: wrapDeflated,
  gunzip: (bytes, bytesMax) =>
    new Promise((resolve) => {
      // With `info`, the result includes the number of bytes read. Without this number, bytes after the gzip data would
      // go unnoticed.
      const settle = (error: (Error & { code?: string }) | null, result: unknown): void => {
        if (error !== null) {
          resolve(err(error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'broken'));
          return;
        }
        const { buffer, engine } = result as { buffer: Buffer<ArrayBuffer>; engine: { bytesWritten: number } };
        resolve(engine.bytesWritten === bytes.byteLength ? ok(toPlainBytes(buffer)) : err('broken'));
      };
      gunzip(bytes, { maxOutputLength: bytesMax, info: true }, settle);
    }),
  fingerprint: (bytes) => {
    const hash = createHash('sha256');
    for (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) hash.update(piece);
    return hash.digest('base64url').slice(0, FINGERPRINT_CHARS);
  },
};

function runInThreadPool(
  run: (done: (error: Error | null, result: Buffer<ArrayBuffer>) => void) => void,
): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    run((error, result) => (error === null ? resolve(toPlainBytes(result)) : reject(error)));
  });
}

/** Returns a plain byte array that shares the buffer's memory. */
function toPlainBytes(buffer: Buffer<ArrayBuffer>): Bytes {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
}
