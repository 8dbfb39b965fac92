import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { OpenExport, OpenFile } from '../../domain/ports/exports.ts';
import { StorageError } from '../libsql/storage_error.ts';
import { computeCrc32 } from '../packed_text.ts';
import { ifExists, readFaultCode } from '../read_if_exists.ts';

export interface PackedContent extends Pick<OpenExport, 'sha256'> {
  /** Number of bytes before compression. */
  readonly bytes: number;
  /** CRC-32 of the compressed file. If it is unknown, the file is decompressed to check it. */
  readonly packedCrc32?: number | undefined;
}

/**
 * Opens a gzip file, to be sent compressed or not. Throws EXPORT_DAMAGED if any byte of it is damaged. A part of the text
 * is decompressed from the start of the file. What includes the end is checked again while it is sent, and the stream
 * fails with EXPORT_DAMAGED before its last bytes if the file was damaged since. `onDamage` is called in both cases.
 */
export async function openPackedFile(
  path: string,
  coding: 'identity' | 'gzip',
  content: PackedContent & Pick<OpenExport, 'data' | 'format'>,
  onDamage: () => void = () => {},
): Promise<OpenExport> {
  const file = await open(path, 'r');
  const damaged = (): StorageError => {
    onDamage();
    return new StorageError('EXPORT_DAMAGED');
  };
  try {
    const check = await findPackedCrc32(file, content);
    if (check === null) throw damaged();
    const { bytes, sha256, data, format } = content;
    const byteLength = coding === 'gzip' ? (await file.stat()).size : bytes;
    async function* send(from: number, to: number): AsyncGenerator<Uint8Array> {
      try {
        const packed = readPackedParts(file, (found) => found === check);
        yield* cutRange(coding === 'gzip' ? packed : decompressParts(packed), from, to, byteLength);
      } catch (error) {
        throw isSystemError(error) ? error : damaged();
      }
    }
    return { byteLength, sha256, data, format, ...createPartSender(file, send) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Sends an open file as it is. */
export async function sendOpenFile(file: FileHandle): Promise<OpenFile> {
  const { size: byteLength, mtimeMs } = await file.stat();
  const send = (from: number, to: number) =>
    cutRange(
      readPackedParts(file, () => true),
      from,
      to,
      byteLength,
    );
  return { byteLength, tag: Math.round(mtimeMs).toString(36), ...createPartSender(file, send) };
}

/** Streams parts of an open file, and closes it after the last one. */
function createPartSender(file: FileHandle, send: (from: number, to: number) => AsyncGenerator<Uint8Array>) {
  let noteClosed = (): void => {};
  const closed = new Promise<void>((resolve) => {
    noteClosed = resolve;
  });
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= file.close().finally(noteClosed);
    return closing;
  };
  async function* sendAndClose(from: number, to: number): AsyncGenerator<Uint8Array> {
    try {
      yield* send(from, to);
    } finally {
      await close();
    }
  }
  const stream = (from: number, to: number): ReadableStream<Uint8Array> => {
    const parts = sendAndClose(from, to);
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      const { value, done } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    };
    // A generator that never started ends without closing the file.
    const cancel = (): Promise<void> => parts.return(undefined).then(close);
    // Parts are read on demand, so a slow reader keeps only a few of them in memory.
    return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  };
  return { stream, close, closed };
}

/** Whether every byte of a packed file is as it was written. EIO counts as damage, because a bad disk reports it so. */
export async function isPackedFileIntact(path: string, content: PackedContent): Promise<boolean> {
  const file = await ifExists(open(path, 'r'));
  if (file === null) return false;
  try {
    return (await findPackedCrc32(file, content)) !== null;
  } catch (error) {
    if (readFaultCode(error) === 'EIO') return false;
    throw error;
  } finally {
    await file.close();
  }
}

/** Returns the CRC-32 of a compressed file, or null if it is not exactly a gzip file with this content. */
async function findPackedCrc32(file: FileHandle, content: PackedContent): Promise<number | null> {
  let packedCrc32 = 0;
  const packed = readPackedParts(file, (found) => {
    packedCrc32 = found;
    return true;
  });
  if (content.packedCrc32 !== undefined) {
    while ((await packed.next()).done !== true);
    return packedCrc32 === content.packedCrc32 ? packedCrc32 : null;
  }
  const text = decompressParts(packed);
  const hash = createHash('sha256');
  try {
    for await (const part of text) hash.update(part);
  } catch (error) {
    if (isSystemError(error)) throw error;
    return null;
  }
  // Bytes after the end of the text are not decompressed.
  const isComplete = text.bytesWritten === (await file.stat()).size;
  return isComplete && hash.digest('hex') === content.sha256 ? packedCrc32 : null;
}

/** Returns whether reading the file failed, rather than decompressing it. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

const SENT_PIECE_BYTES = 64 * 1024;

/** Yields the compressed bytes. Fails with EXPORT_DAMAGED after the last if `isRight` returns false for their CRC-32. */
async function* readPackedParts(file: FileHandle, isRight: (crc32: number) => boolean): AsyncGenerator<Uint8Array> {
  let check = 0;
  for (let at = 0; ; ) {
    // Deno reads only into a Uint8Array.
    const piece = new Uint8Array(SENT_PIECE_BYTES);
    const { bytesRead } = await file.read(piece, 0, SENT_PIECE_BYTES, at);
    if (bytesRead === 0) break;
    at += bytesRead;
    const part = piece.subarray(0, bytesRead);
    check = computeCrc32(part, check);
    yield part;
  }
  if (!isRight(check)) throw new StorageError('EXPORT_DAMAGED');
}

/** Decompresses on another thread. */
function decompressParts(packed: AsyncIterable<Uint8Array>) {
  const text = createGunzip({ chunkSize: 4 * SENT_PIECE_BYTES });
  // Iterating over `text` throws the error.
  pipeline(Readable.from(packed), text, () => {});
  return text;
}

/**
 * Yields the bytes `from <= i < to` of parts that have `byteLength` bytes together. If they include the end, all parts are
 * read before the last bytes are yielded, so a reader whose parts fail at the end never takes the bytes for complete.
 */
async function* cutRange(
  parts: AsyncIterable<Uint8Array>,
  from: number,
  to: number,
  byteLength: number,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  let last: Uint8Array | null = null;
  for await (const part of parts) {
    const wanted = part.subarray(Math.max(0, from - at), Math.max(0, to - at));
    at += part.byteLength;
    if (wanted.byteLength > 0) {
      if (last !== null) yield last;
      last = wanted;
    }
    if (at >= to && to < byteLength) break;
  }
  if (at < to) throw new StorageError('EXPORT_DAMAGED');
  if (last !== null) yield last;
}
