import { type FileHandle, open } from 'node:fs/promises';
import type { OpenExport } from '../../domain/ports/exports.ts';
import { GZIP_TRAILER_BYTES } from '../../domain/values/gzip_member.ts';
import { StorageError } from '../libsql/storage_error.ts';
import { blockOf } from './blocks.ts';

interface PackedContent extends Pick<OpenExport, 'sha256' | 'data' | 'format'> {
  /** Number of bytes before compression. */
  readonly bytes: number;
}

/**
 * Opens a file that `createPackedFile` or gzip wrote, to be sent compressed or not. Decompression starts at the block
 * that has the first requested byte. Throws EXPORT_DAMAGED if the file has another length than `content` says.
 */
export async function openPackedFile(
  path: string,
  coding: 'identity' | 'gzip',
  content: PackedContent,
): Promise<OpenExport> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if ((await textBytes(file, size)) !== content.bytes % 2 ** 32) throw new StorageError('EXPORT_DAMAGED');
    return createOpenFile(path, file, size, coding, content);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reads the length of the text, modulo 2³², from the end of a gzip file. Returns null if the file is too short. */
async function textBytes(file: FileHandle, size: number): Promise<number | null> {
  // Deno reads only into a Uint8Array.
  const end = new Uint8Array(4);
  const { bytesRead } = await file.read(end, 0, 4, Math.max(0, size - 4));
  return bytesRead === 4 ? new DataView(end.buffer).getUint32(0, true) : null;
}

function createOpenFile(
  path: string,
  file: FileHandle,
  size: number,
  coding: 'identity' | 'gzip',
  { bytes, sha256, data, format }: PackedContent,
): OpenExport {
  let noteClosed = (): void => {};
  const closed = new Promise<void>((resolve) => {
    noteClosed = resolve;
  });
  const close = (): Promise<void> => file.close().finally(noteClosed);
  const stream = (from: number, to: number) => streamFile(file, close, from, to);
  const unpacked = (from: number, to: number) =>
    unpack(
      async () => {
        const [at, packedAt] = await blockOf(path, from);
        return { at, packed: stream(packedAt, size - GZIP_TRAILER_BYTES) };
      },
      from,
      to,
    );
  return coding === 'gzip'
    ? { byteLength: size, sha256, data, format, stream, close, closed }
    : { byteLength: bytes, sha256, data, format, stream: unpacked, close, closed };
}

const PIECE_BYTES = 64 * 1024;

/**
 * Streams the bytes `from <= i < to` of an open file. Bytes are read on demand, so a slow reader keeps only one piece
 * (64 KiB) in memory. The file is closed at the end, on an error, and when the reader cancels.
 */
function streamFile(
  file: FileHandle,
  closeFile: () => Promise<void>,
  from: number,
  to: number,
): ReadableStream<Uint8Array> {
  let at = from;
  let closed = false;
  const close = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    await closeFile();
  };
  const next = async (): Promise<Uint8Array> => {
    const piece = new Uint8Array(Math.min(PIECE_BYTES, to - at));
    const { bytesRead } = await file.read(piece, 0, piece.byteLength, at);
    if (bytesRead === 0) throw new StorageError('EXPORT_CUT_SHORT');
    at += bytesRead;
    return piece.subarray(0, bytesRead);
  };
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          if (at < to) {
            const piece = await next();
            // The reader may have cancelled in the meantime.
            if (!closed) controller.enqueue(piece);
          }
          if (at < to || closed) return;
          await close();
          controller.close();
        } catch (error) {
          await close();
          throw error;
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

interface PackedBytes {
  /** Index of the first byte after decompression. */
  readonly at: number;
  readonly packed: ReadableStream<Uint8Array>;
}

/** Inflates a file from a block on, which `open` chooses, and streams the bytes `from <= i < to` of the file. */
function unpack(open: () => Promise<PackedBytes>, from: number, to: number): ReadableStream<Uint8Array> {
  let at = 0;
  let inflating: ReadableStreamDefaultReader<Uint8Array> | null = null;
  const start = async () => {
    const { at: first, packed } = await open();
    at = first;
    inflating = (packed as ReadableStream<BufferSource>)
      .pipeThrough(new DecompressionStream('deflate-raw'))
      .getReader();
    return inflating;
  };
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const reader = inflating ?? (await start());
        let sent = false;
        while (at < to && !sent) {
          const { value } = await reader.read();
          if (value === undefined) throw new StorageError('EXPORT_CUT_SHORT');
          const [first, last] = [Math.max(0, from - at), Math.min(value.byteLength, to - at)];
          at += value.byteLength;
          sent = first < last;
          if (sent) controller.enqueue(value.subarray(first, last));
        }
        if (at < to) return;
        await reader.cancel();
        controller.close();
      },
      cancel: async (reason) => (inflating ?? (await start())).cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
