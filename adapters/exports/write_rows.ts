import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { createGzip, type Gzip } from 'node:zlib';
import type { ExportRows, WrittenFile } from '../../domain/ports/exports.ts';
import { TWIN_ENDING } from './layout.ts';

/** Size of the buffer that collects rows before they are written, hashed and compressed. */
const PIECE_BYTES = 256 * 1024;
const GZIP_LEVEL = 5;
const NEWLINE = 0x0a;

/**
 * Writes rows as lines to `path` and, compressed, to the gzip twin of `path`. Works in one pass and in constant memory:
 * each piece is written, hashed and compressed before the next piece is filled. Both files are synced to disk before
 * this function returns.
 */
export function writeRows(path: string, rows: AsyncIterable<ExportRows>): Promise<WrittenFile> {
  return writeFile(path, rows, 'lines');
}

/** Like `writeRows`, but writes the bytes of one file as they are. */
export function writeBytes(path: string, bytes: Uint8Array): Promise<WrittenFile> {
  return writeFile(path, [[bytes]], 'bytes');
}

type Rows = AsyncIterable<ExportRows> | Iterable<ExportRows>;

async function writeFile(path: string, rows: Rows, as: 'lines' | 'bytes'): Promise<WrittenFile> {
  const file = await open(path, 'wx', 0o600);
  try {
    const twin = await openTwin(path);
    try {
      const written = await fill(file, twin, rows, as === 'lines' ? 1 : 0);
      await twin.end();
      await file.sync();
      return written;
    } finally {
      await twin.close();
    }
  } finally {
    await file.close();
  }
}

async function fill(file: FileHandle, twin: Twin, rows: Rows, newlines: 0 | 1): Promise<WrittenFile> {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  let filled = 0;
  let bytes = 0;
  let count = 0;

  const put = async (part: Uint8Array): Promise<void> => {
    hash.update(part);
    bytes += part.byteLength;
    await Promise.all([writeAll(file, part), twin.write(part)]);
  };
  const flush = async (): Promise<void> => {
    if (filled > 0) await put(piece.subarray(0, filled));
    filled = 0;
  };

  for await (const batch of rows) {
    for (const row of batch) {
      const text = typeof row === 'string' ? Buffer.from(row) : row;
      if (filled + text.byteLength + newlines > PIECE_BYTES) await flush();
      count++;
      if (text.byteLength + newlines > PIECE_BYTES) {
        await put(text);
      } else {
        piece.set(text, filled);
        filled += text.byteLength;
      }
      if (newlines === 1) piece[filled++] = NEWLINE;
    }
  }
  await flush();
  return { rows: count, bytes, sha256: hash.digest('hex') };
}

type Twin = Awaited<ReturnType<typeof openTwin>>;

/** Opens the gzip twin of a file that is being written. */
async function openTwin(path: string) {
  const file = await open(`${path}${TWIN_ENDING}`, 'wx', 0o600);
  const gzip = createGzip({ level: GZIP_LEVEL });
  const drained = drain(gzip, file);
  // If the disk fails, the callback of a write to `gzip` might never be called.
  const failed = new Promise<never>((_, reject) => drained.catch(reject));
  failed.catch(() => {});
  return {
    /** Resolves once the bytes have been compressed. The caller may then reuse their memory. */
    write: (part: Uint8Array) => Promise.race([compress(gzip, part), failed]),
    /** Compresses the remaining bytes and syncs the file to disk. */
    end: async () => {
      gzip.end();
      await drained;
      await file.sync();
    },
    close: async () => {
      gzip.destroy();
      await drained.catch(() => {});
      await file.close();
    },
  };
}

async function drain(gzip: Gzip, file: FileHandle): Promise<void> {
  for await (const part of gzip) await writeAll(file, part as Uint8Array);
}

function compress(gzip: Gzip, part: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    gzip.write(part, (error) => (error == null ? resolve() : reject(error)));
  });
}

/** Writes all bytes. A single write may accept only some of them. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.byteLength; ) {
    at += (await file.write(bytes, at, bytes.byteLength - at, null)).bytesWritten;
  }
}
