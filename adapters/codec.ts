import type { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { Bytes, Codec } from '../domain/ports/codec.ts';
import { err, ok } from '../domain/values/result.ts';

const BROTLI_QUALITY = 1;
const GZIP_LEVEL = 5;
const FINGERPRINT_CHARS = 22;

/** Packs and unpacks in the runtime's thread pool. */
export const zlibCodec: Codec = {
  brotli: (bytes) =>
    packed((done) =>
      brotliCompress(
        bytes,
        {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
          },
        },
        done,
      ),
    ),
  gzip: (bytes) => packed((done) => gzip(bytes, { level: GZIP_LEVEL }, done)),
  gunzip: (bytes, bytesMax) =>
    new Promise((resolve) => {
      // With `info` the answer also tells how much of the input was read: what follows the gzip is ignored silently.
      const settle = (error: (Error & { code?: string }) | null, result: unknown): void => {
        if (error !== null) {
          resolve(err(error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'broken'));
          return;
        }
        const { buffer, engine } = result as { buffer: Buffer<ArrayBuffer>; engine: { bytesWritten: number } };
        resolve(engine.bytesWritten === bytes.byteLength ? ok(plain(buffer)) : err('broken'));
      };
      gunzip(bytes, { maxOutputLength: bytesMax, info: true }, settle);
    }),
  fingerprint: (bytes) => createHash('sha256').update(bytes).digest('base64url').slice(0, FINGERPRINT_CHARS),
};

const packed = (run: (done: (error: Error | null, result: Buffer<ArrayBuffer>) => void) => void): Promise<Bytes> =>
  new Promise((resolve, reject) => {
    run((error, result) => (error === null ? resolve(plain(result)) : reject(error)));
  });

/** The same memory as a plain byte array. */
const plain = (buffer: Buffer<ArrayBuffer>): Bytes => new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
