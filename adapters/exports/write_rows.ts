import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { createGzip, type Gzip } from 'node:zlib';
import type { ExportRows, WrittenFile } from '../../domain/ports/exports.ts';
import { mapInOrder } from '../../domain/values/map_in_order.ts';
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
export async function writeRows(path: string, rows: AsyncIterable<ExportRows>): Promise<WrittenFile> {
  const [written] = await writeFiles([path], inOneFile(rows), 1);
  return written!;
}

async function* inOneFile(rows: AsyncIterable<ExportRows>): AsyncIterable<readonly ExportRows[]> {
  for await (const batch of rows) yield [batch];
}

/** Like `writeRows`, but writes several files in one pass. Each batch has rows for each file, in the order of `paths`. */
export function writeRowsEach(
  paths: readonly string[],
  rows: AsyncIterable<readonly ExportRows[]>,
): Promise<readonly WrittenFile[]> {
  return writeFiles(paths, rows, 1);
}

/** Like `writeRows`, but writes the bytes of one file as they are. */
export async function writeBytes(path: string, bytes: Uint8Array): Promise<WrittenFile> {
  const [written] = await writeFiles([path], [[[bytes]]], 0);
  return written!;
}

type Batches = AsyncIterable<readonly ExportRows[]> | Iterable<readonly ExportRows[]>;

async function writeFiles(
  paths: readonly string[],
  batches: Batches,
  newlines: Newlines,
): Promise<readonly WrittenFile[]> {
  const files: RowFile[] = [];
  try {
    for (const path of paths) files.push(await openRowFile({ plain: path, packed: `${path}${TWIN_ENDING}` }, newlines));
    for await (const batch of batches) {
      for (const [i, rows] of batch.entries()) await files[i]!.add(rows);
    }
    return await mapInOrder(files, (file) => file.end());
  } finally {
    for (const file of files) await file.close();
  }
}

/** The number of line breaks after each row. */
type Newlines = 0 | 1;

/** A file that is being written, with its gzip twin. */
export interface RowFile {
  add(rows: ExportRows): Promise<void>;
  /** Writes the remaining bytes and syncs both files to disk. */
  end(): Promise<WrittenFile>;
  /** Closes both files, whether or not `end` was called. */
  close(): Promise<void>;
}

/** Paths of new files. `plain` is null if only the compressed file is wanted. */
interface RowPaths {
  readonly plain: string | null;
  readonly packed: string;
}

/** Creates a file and its gzip twin. Works like `writeRows`, but takes rows as they come. */
export async function openRowFile(
  { plain, packed }: RowPaths,
  newlines: Newlines,
  gzipLevel = GZIP_LEVEL,
): Promise<RowFile> {
  const file = plain === null ? null : await open(plain, 'wx', 0o600);
  try {
    return fillFile(file, await openTwin(packed, gzipLevel), newlines);
  } catch (error) {
    await file?.close();
    throw error;
  }
}

function fillFile(file: FileHandle | null, twin: Twin, newlines: Newlines): RowFile {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  let filled = 0;
  let bytes = 0;
  let count = 0;

  const put = async (part: Uint8Array): Promise<void> => {
    hash.update(part);
    bytes += part.byteLength;
    await Promise.all([file === null ? null : writeAll(file, part), twin.write(part)]);
  };
  const flush = async (): Promise<void> => {
    if (filled > 0) await put(piece.subarray(0, filled));
    filled = 0;
  };

  return {
    add: async (rows) => {
      for (const row of rows) {
        count++;
        // UTF-8 has at most three bytes for each unit of a string.
        if (typeof row === 'string' && filled + 3 * row.length + newlines <= PIECE_BYTES) {
          filled += piece.write(row, filled);
        } else {
          const text = typeof row === 'string' ? Buffer.from(row) : row;
          if (filled + text.byteLength + newlines > PIECE_BYTES) await flush();
          if (text.byteLength + newlines > PIECE_BYTES) {
            await put(text);
          } else {
            piece.set(text, filled);
            filled += text.byteLength;
          }
        }
        if (newlines === 1) piece[filled++] = NEWLINE;
      }
    },
    end: async () => {
      await flush();
      await twin.end();
      await file?.sync();
      return { rows: count, bytes, sha256: hash.digest('hex') };
    },
    close: async () => {
      await twin.close().finally(() => file?.close());
    },
  };
}

type Twin = Awaited<ReturnType<typeof openTwin>>;

/** Opens the gzip twin of a file that is being written. */
async function openTwin(path: string, level: number) {
  const file = await open(path, 'wx', 0o600);
  const gzip = createGzip({ level });
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
