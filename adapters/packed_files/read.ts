import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGunzip, inflateRaw } from 'node:zlib';
import type { OpenExport } from '../../domain/ports/exports.ts';
import { GZIP_HEADER } from '../../domain/values/gzip_member.ts';
import { StorageError } from '../libsql/storage_error.ts';
import { fastCrc32 } from '../packed_text.ts';
import { isMissing, systemErrorCode } from '../read_if_exists.ts';
import { type Block, readBlocks } from './blocks.ts';

export interface PackedContent extends Pick<OpenExport, 'sha256'> {
  /** Number of bytes before compression. */
  readonly bytes: number;
}

/** A packed file that is open. `blocks` is null if the whole file was checked, because it has no list of blocks. */
interface PackedFile {
  readonly file: FileHandle;
  readonly size: number;
  readonly blocks: readonly Block[] | null;
}

/**
 * Opens a file that `createPackedFile` or gzip wrote, to be sent compressed or not. Decompression starts at the block
 * that has the first requested byte. Each block is checked before it is sent, and the stream fails with EXPORT_DAMAGED at
 * a damaged one. A file without a list of blocks is checked as a whole, and EXPORT_DAMAGED is thrown here. `onDamage` is
 * called in both cases.
 */
export async function openPackedFile(
  path: string,
  coding: 'identity' | 'gzip',
  content: PackedContent & Pick<OpenExport, 'data' | 'format'>,
  onDamage: () => void = () => {},
): Promise<OpenExport> {
  const packed = await openChecked(path, content, onDamage);
  const { file, size } = packed;
  let noteClosed = (): void => {};
  const closed = new Promise<void>((resolve) => {
    noteClosed = resolve;
  });
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= file.close().finally(noteClosed);
    return closing;
  };
  const { bytes, sha256, data, format } = content;
  const read = coding === 'gzip' ? readPacked : unpack;
  const stream = (from: number, to: number) => toStream(read(packed, from, to), close, onDamage);
  return { byteLength: coding === 'gzip' ? size : bytes, sha256, data, format, stream, close, closed };
}

/** Whether a packed file exists and every byte of it is as it was written. */
export async function isPackedFileWhole(path: string, content: PackedContent): Promise<boolean> {
  try {
    const packed = await openChecked(path, content, () => {});
    try {
      if (packed.blocks === null) return true;
      await readBlock(packed.file, packed.blocks.at(-1)!);
      return (await sha256Of(unpack(packed, 0, content.bytes))) === content.sha256;
    } finally {
      await packed.file.close();
    }
  } catch (error) {
    if (isMissing(error) || error instanceof StorageError || systemErrorCode(error) === 'EIO') return false;
    throw error;
  }
}

async function openChecked(path: string, content: PackedContent, onDamage: () => void): Promise<PackedFile> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const packed = { file, size, blocks: await readBlocks(path, content.bytes, size) };
    if (packed.blocks === null && !(await isTextOf(packed, content.sha256))) {
      onDamage();
      throw new StorageError('EXPORT_DAMAGED');
    }
    return packed;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function isTextOf(packed: PackedFile, sha256: string): Promise<boolean> {
  try {
    return (await sha256Of(gunzip(packed))) === sha256;
  } catch (error) {
    // Otherwise it is an error of zlib about the content.
    if (error instanceof Error && 'syscall' in error) throw error;
    return false;
  }
}

async function sha256Of(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of parts) hash.update(part);
  return hash.digest('hex');
}

const PIECE_BYTES = 64 * 1024;

/** Yields the bytes `from <= i < to` of the compressed file. With a list of blocks, `from` is 0 and `to` the end. */
async function* readPacked({ file, blocks }: PackedFile, from: number, to: number): AsyncGenerator<Uint8Array> {
  if (blocks !== null) {
    yield GZIP_HEADER;
    for (const block of blocks) yield await readBlock(file, block);
    return;
  }
  for (let at = from; at < to; at += PIECE_BYTES) yield await readBytes(file, at, Math.min(to, at + PIECE_BYTES));
}

async function readBlock(file: FileHandle, { packedAt, packedEnd, crc32 }: Block): Promise<Uint8Array> {
  const packed = await readBytes(file, packedAt, packedEnd);
  if (fastCrc32(packed) !== crc32) throw new StorageError('EXPORT_DAMAGED');
  return packed;
}

async function readBytes(file: FileHandle, from: number, to: number): Promise<Uint8Array> {
  // Deno reads only into a Uint8Array.
  const bytes = new Uint8Array(to - from);
  for (let at = 0; at < bytes.byteLength; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.byteLength - at, from + at);
    if (bytesRead === 0) throw new StorageError('EXPORT_DAMAGED');
    at += bytesRead;
  }
  return bytes;
}

/** Yields the bytes `from <= i < to` of the text. */
async function* unpack(packed: PackedFile, from: number, to: number): AsyncGenerator<Uint8Array> {
  const start = packed.blocks?.findLastIndex(({ at }) => at <= from) ?? 0;
  const parts = packed.blocks === null ? gunzip(packed) : inflateBlocks(packed.file, packed.blocks.slice(start));
  let at = packed.blocks?.[start]?.at ?? 0;
  if (from >= to) return;
  for await (const part of parts) {
    const [first, last] = [Math.max(0, from - at), Math.min(part.byteLength, to - at)];
    at += part.byteLength;
    if (first < last) yield part.subarray(first, last);
    if (at >= to) return;
  }
  throw new StorageError('EXPORT_DAMAGED');
}

const inflate = promisify(inflateRaw as (packed: Uint8Array, options: object, done: InflateDone) => void);

type InflateDone = (error: Error | null, text: Uint8Array) => void;

async function* inflateBlocks(file: FileHandle, blocks: readonly Block[]): AsyncGenerator<Uint8Array> {
  for (const [i, block] of blocks.slice(0, -1).entries()) {
    const packed = await readBlock(file, block);
    // With one byte less, zlib would expect more output.
    const chunkSize = Math.max(64, blocks[i + 1]!.at - block.at + 1);
    yield await inflate(packed, { finishFlush: constants.Z_SYNC_FLUSH, chunkSize });
  }
}

/** Decompresses a file from its start. */
async function* gunzip(packed: PackedFile): AsyncGenerator<Uint8Array> {
  const text = createGunzip();
  // Iterating over `text` throws the error.
  pipeline(Readable.from(readPacked(packed, 0, packed.size)), text, () => {});
  yield* text as AsyncIterable<Uint8Array>;
}

/**
 * Streams parts of a file that are read on demand, so a slow reader keeps only one of them in memory. The file is closed
 * at the end, on an error, and when the reader cancels.
 */
function toStream(
  parts: AsyncGenerator<Uint8Array>,
  close: () => Promise<void>,
  onDamage: () => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { value, done } = await parts.next();
          if (done !== true) return controller.enqueue(value);
          await close();
          controller.close();
        } catch (error) {
          if (error instanceof StorageError) onDamage();
          await close();
          throw error;
        }
      },
      cancel: async () => {
        await parts.return(undefined);
        await close();
      },
    },
    { highWaterMark: 0 },
  );
}
