import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { createGzip } from 'node:zlib';
import type { ExportRows, WrittenFile } from '../../domain/ports/exports.ts';
import { computeCrc32 } from '../packed_text.ts';

const PART_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

export interface PackedFileSettings {
  /** The number of line breaks after each row. */
  readonly newlines: 0 | 1;
  /** Compression level of zlib, from 0 (none) to 9. */
  readonly level: number;
}

/** A compressed file that is being written. */
export interface PackedFile {
  add(rows: ExportRows): Promise<void>;
  /** Writes the remaining bytes and syncs the file to disk. */
  end(): Promise<WrittenFile & { readonly packedCrc32: number }>;
  /** Closes the file, whether or not `end` was called. */
  close(): Promise<void>;
}

/**
 * Creates a gzip file. It has one member, because many readers, such as browsers, stop after the first. Memory is
 * constant: while another thread compresses a part, the next one is filled.
 */
export async function createPackedFile(path: string, { newlines, level }: PackedFileSettings): Promise<PackedFile> {
  const file = await open(path, 'wx', 0o600);
  const gzip = createGzip({ level, chunkSize: PART_BYTES / 2 });
  const hash = createHash('sha256');
  let [rows, bytes] = [0, 0];
  let [part, spare] = [Buffer.allocUnsafe(PART_BYTES), Buffer.allocUnsafe(PART_BYTES)];
  let filled = 0;
  const writing = writeParts(file, gzip);
  // `put` or `end` awaits it.
  writing.catch(() => {});
  let compressing: Promise<unknown> = Promise.resolve();

  /** Starts compressing `text` once the text before it is compressed. Its memory is in use until then. */
  async function put(text: Uint8Array): Promise<void> {
    await compressing;
    hash.update(text);
    bytes += text.byteLength;
    // After a failed write, zlib may never call back.
    compressing = Promise.race([new Promise<void>((resolve) => gzip.write(text, () => resolve())), writing]);
    // The next call or `end` awaits it.
    compressing.catch(() => {});
  }

  async function flush(): Promise<void> {
    if (filled === 0) return;
    await put(part.subarray(0, filled));
    [part, spare] = [spare, part];
    filled = 0;
  }

  return {
    add: async (added) => {
      rows += added.length;
      for (const row of added) {
        // UTF-8 has at most three bytes for each unit of a string.
        const bytesMax = (typeof row === 'string' ? 3 : 1) * row.length;
        if (filled + bytesMax + newlines > PART_BYTES) await flush();
        if (bytesMax + newlines > PART_BYTES) {
          await put(typeof row === 'string' ? Buffer.from(row) : row);
        } else if (typeof row === 'string') {
          filled += part.write(row, filled);
        } else {
          part.set(row, filled);
          filled += row.byteLength;
        }
        if (newlines === 1) part[filled++] = NEWLINE;
      }
    },
    end: async () => {
      await flush();
      await compressing;
      gzip.end();
      const packedCrc32 = await writing;
      await file.sync();
      return { rows, bytes, sha256: hash.digest('hex'), packedCrc32 };
    },
    close: async () => {
      gzip.destroy();
      await writing.catch(() => {});
      await file.close();
    },
  };
}

/** Writes all parts. Returns their CRC-32. */
async function writeParts(file: FileHandle, parts: AsyncIterable<Uint8Array>): Promise<number> {
  let check = 0;
  for await (const part of parts) {
    check = computeCrc32(part, check);
    // A single write may accept only some of the bytes.
    for (let at = 0; at < part.byteLength; ) {
      at += (await file.write(part, at, part.byteLength - at, null)).bytesWritten;
    }
  }
  return check;
}
