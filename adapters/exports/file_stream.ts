import type { FileHandle } from 'node:fs/promises';
import { StorageError } from '../libsql/storage_error.ts';

const PIECE_BYTES = 64 * 1024;

/**
 * Bytes `from <= i < to` of an open file, read when they are asked for and no sooner, so that a slow reader holds one
 * piece in memory. The file is closed at the end, on a fault, and when the reader goes away.
 */
export function streamOf(
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
            // The reader may have gone away meanwhile.
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
