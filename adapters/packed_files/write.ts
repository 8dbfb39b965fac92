import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { constants, deflateRaw } from 'node:zlib';
import type { ExportRows, WrittenFile } from '../../domain/ports/exports.ts';
import { EMPTY_FINAL_BLOCK, GZIP_HEADER, gzipTrailer } from '../../domain/values/gzip_member.ts';
import { writeSynced } from '../data_folder/synced_files.ts';
import { fastCrc32 } from '../packed_text.ts';
import { type BlockStart, blocksPath, formatBlocks } from './blocks.ts';

/** Length of a block before compression. The last one, and blocks before a row that does not fit, are shorter. */
const BLOCK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/** The number of line breaks after each row. */
export type Newlines = 0 | 1;

export interface PackedFileSettings {
  readonly newlines: Newlines;
  /** Compression level of zlib, from 0 (none) to 9. */
  readonly level: number;
}

/** A compressed file that is being written. */
export interface PackedFile {
  add(rows: ExportRows): Promise<void>;
  /** Writes the remaining bytes and syncs the file to disk. */
  end(): Promise<WrittenFile>;
  /** Closes the file, whether or not `end` was called. */
  close(): Promise<void>;
}

/**
 * Creates a gzip file that consists of blocks, each compressed on its own. If there are several, a second file lists them
 * (`blocksPath`), so that reading can begin at any block and finds damage before it is sent. Memory is constant: while a
 * block is compressed and written, the next one is filled.
 */
export async function createPackedFile(path: string, settings: PackedFileSettings): Promise<PackedFile> {
  return fillFile(path, await open(path, 'wx', 0o600), settings);
}

function fillFile(path: string, file: FileHandle, { newlines, level }: PackedFileSettings): PackedFile {
  const hash = createHash('sha256');
  let check = 0;
  const blocks: BlockStart[] = [];
  let bytes = 0;
  let packedBytes = 0;
  let count = 0;
  let block = Buffer.allocUnsafe(BLOCK_BYTES);
  let spare = Buffer.allocUnsafe(BLOCK_BYTES);
  let filled = 0;
  // `put` or `end` awaits it.
  let writing: Promise<void> = append(GZIP_HEADER);
  writing.catch(() => {});

  function append(part: Uint8Array): Promise<void> {
    packedBytes += part.byteLength;
    return writeAll(file, part);
  }

  /** Starts writing a block once the block before it is written. Its memory is in use until `writing` is resolved. */
  async function put(plain: Uint8Array): Promise<void> {
    await writing;
    writing = packAndWrite(plain);
    // The next call or `end` awaits it.
    writing.catch(() => {});
  }

  async function packAndWrite(plain: Uint8Array): Promise<void> {
    const packing = packBlock(plain, level);
    hash.update(plain);
    check = fastCrc32(plain, check);
    await appendBlock(await packing);
    bytes += plain.byteLength;
  }

  function appendBlock(packed: Uint8Array): Promise<void> {
    blocks.push([bytes, packedBytes, fastCrc32(packed)]);
    return append(packed);
  }

  async function flush(): Promise<void> {
    if (filled === 0) return;
    await put(block.subarray(0, filled));
    [block, spare] = [spare, block];
    filled = 0;
  }

  return {
    add: async (rows) => {
      for (const row of rows) {
        count++;
        // UTF-8 has at most three bytes for each unit of a string.
        if (typeof row === 'string' && filled + 3 * row.length + newlines <= BLOCK_BYTES) {
          filled += block.write(row, filled);
        } else {
          const text = typeof row === 'string' ? Buffer.from(row) : row;
          if (filled + text.byteLength + newlines > BLOCK_BYTES) await flush();
          if (text.byteLength + newlines > BLOCK_BYTES) {
            for (let at = 0; at < text.byteLength; at += BLOCK_BYTES) await put(text.subarray(at, at + BLOCK_BYTES));
          } else {
            block.set(text, filled);
            filled += text.byteLength;
          }
        }
        if (newlines === 1) block[filled++] = NEWLINE;
      }
    },
    end: async () => {
      await flush();
      await writing;
      await appendBlock(Buffer.concat([EMPTY_FINAL_BLOCK, gzipTrailer(check, bytes)]));
      await file.sync();
      if (blocks.length > 2) await writeSynced(blocksPath(path), formatBlocks(blocks));
      return { rows: count, bytes, sha256: hash.digest('hex') };
    },
    close: async () => {
      await writing.catch(() => {});
      await file.close();
    },
  };
}

/** Deflates a block on another thread, so that it can be followed by other blocks and inflated without earlier ones. */
function packBlock(plain: Uint8Array, level: number): Promise<Uint8Array> {
  const settings = { level, chunkSize: BLOCK_BYTES / 2, finishFlush: constants.Z_FULL_FLUSH };
  return new Promise((resolve, reject) => {
    deflateRaw(plain, settings, (error, packed) => (error === null ? resolve(packed) : reject(error)));
  });
}

/** Writes all bytes. A single write may accept only some of them. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.byteLength; ) {
    at += (await file.write(bytes, at, bytes.byteLength - at, null)).bytesWritten;
  }
}
