import type { FileHandle } from 'node:fs/promises';
import { StorageError } from '../libsql/storage_error.ts';

const PIECE_BYTES = 64 * 1024;

/**
 * Streams the bytes `from <= i < to` of an open file. Bytes are read on demand, so a slow reader keeps only one piece
 * (64 KiB) in memory. The file is closed at the end, on an error, and when the reader cancels.
 */
export function streamFile(
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
