import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { OpenExport } from '../../domain/ports/exports.ts';
import { StorageError } from '../libsql/storage_error.ts';
import { ifExists, systemErrorCode } from '../read_if_exists.ts';

export interface PackedContent extends Pick<OpenExport, 'sha256'> {
  /** Number of bytes before compression. */
  readonly bytes: number;
  /** SHA-256 of the compressed file, if it is known. It saves decompressing the file when it is checked. */
  readonly packedSha256?: string | undefined;
}

/** The state of a file when it was checked, and the SHA-256 of its compressed bytes, or null if it was damaged. */
interface Check {
  readonly stamp: string;
  readonly packedSha256: Promise<string | null>;
}

/** Number of remembered checks, which is more than the files of an export and those of 30 days of changes. */
const CHECKS_MAX = 10_000;

/**
 * Time after a change of a file during which checks of it are not remembered: a second change might get the same time,
 * because file systems round times.
 */
const UNSETTLED_MS = 1_000;

/**
 * Creates a function that opens gzip files, to be sent compressed or not. A file is checked completely when it is first
 * opened, and again if its size or times differ. If it is damaged, EXPORT_DAMAGED is thrown. A part of the text is
 * decompressed from the start of the file. Whatever includes the end of a file is checked again while it is sent, and the
 * stream fails with EXPORT_DAMAGED before its last bytes. `onDamage` is called in both cases.
 */
export function createPackedFileReader(onDamage: () => void = () => {}) {
  const checks = new Map<string, Check>();

  async function checkOnce(path: string, file: FileHandle, content: PackedContent): Promise<string | null> {
    const { ino, size, mtimeMs, ctimeMs } = await file.stat();
    const stamp = [ino, size, mtimeMs, ctimeMs].join();
    const known = checks.get(path);
    if (known?.stamp === stamp) return known.packedSha256;
    if (checks.size >= CHECKS_MAX) checks.clear();
    const packedSha256 = findPackedDigest(file, content);
    checks.set(path, { stamp, packedSha256 });
    let isSettled = false;
    try {
      const found = await packedSha256;
      isSettled = Date.now() - ctimeMs > UNSETTLED_MS;
      return found;
    } finally {
      if (!isSettled) checks.delete(path);
    }
  }

  return async (
    path: string,
    coding: 'identity' | 'gzip',
    content: PackedContent & Pick<OpenExport, 'data' | 'format'>,
  ): Promise<OpenExport> => {
    const file = await open(path, 'r');
    try {
      const packedSha256 = await checkOnce(path, file, content);
      if (packedSha256 === null) {
        onDamage();
        throw new StorageError('EXPORT_DAMAGED');
      }
      const { bytes, sha256, data, format } = content;
      const byteLength = coding === 'gzip' ? (await file.stat()).size : bytes;
      let noteClosed = (): void => {};
      const closed = new Promise<void>((resolve) => {
        noteClosed = resolve;
      });
      let closing: Promise<void> | null = null;
      const close = (): Promise<void> => {
        closing ??= file.close().finally(noteClosed);
        return closing;
      };
      const stream = (from: number, to: number) => {
        const packed = readPacked(file, (found) => {
          if (found !== packedSha256) throw new StorageError('EXPORT_DAMAGED');
        });
        const parts = coding === 'gzip' ? packed : gunzip(packed);
        return toStream(cutOut(parts, from, to, byteLength), close, onDamage);
      };
      return { byteLength, sha256, data, format, stream, close, closed };
    } catch (error) {
      await file.close();
      throw error;
    }
  };
}

/** Whether a packed file exists and every byte of it is as it was written. */
export async function isPackedFileWhole(path: string, content: PackedContent): Promise<boolean> {
  const file = await ifExists(open(path, 'r'));
  if (file === null) return false;
  try {
    return (await findPackedDigest(file, content)) !== null;
  } catch (error) {
    if (systemErrorCode(error) === 'EIO') return false;
    throw error;
  } finally {
    await file.close();
  }
}

/** Returns the SHA-256 of a compressed file, or null if it is not exactly a gzip file with this content. */
async function findPackedDigest(file: FileHandle, content: PackedContent): Promise<string | null> {
  let packedSha256 = '';
  const packed = readPacked(file, (found) => {
    packedSha256 = found;
  });
  if (content.packedSha256 !== undefined) {
    while ((await packed.next()).done !== true);
    return packedSha256 === content.packedSha256 ? packedSha256 : null;
  }
  const text = gunzip(packed);
  const hash = createHash('sha256');
  try {
    for await (const part of text) hash.update(part);
  } catch (error) {
    if (isSystemError(error)) throw error;
    return null;
  }
  // Bytes after the end of the text are not decompressed.
  const isComplete = text.bytesWritten === (await file.stat()).size;
  return isComplete && hash.digest('hex') === content.sha256 ? packedSha256 : null;
}

/** Returns whether reading failed, rather than decompressing what was read. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

const PIECE_BYTES = 64 * 1024;

/** Yields the compressed bytes. Calls `checkDigest` with their SHA-256 after the last. */
async function* readPacked(file: FileHandle, checkDigest: (sha256: string) => void): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for (let at = 0; ; ) {
    // Deno reads only into a Uint8Array.
    const piece = new Uint8Array(PIECE_BYTES);
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, at);
    if (bytesRead === 0) break;
    at += bytesRead;
    const part = piece.subarray(0, bytesRead);
    hash.update(part);
    yield part;
  }
  checkDigest(hash.digest('hex'));
}

/** Decompresses on another thread. */
function gunzip(packed: AsyncIterable<Uint8Array>) {
  const text = createGunzip({ chunkSize: PIECE_BYTES });
  // Iterating over `text` throws the error.
  pipeline(Readable.from(packed), text, () => {});
  return text;
}

/**
 * Yields the bytes `from <= i < to` of parts that have `byteLength` bytes together. If they include the end, all parts are
 * read before the last bytes are yielded, so a reader whose parts fail at the end never takes the bytes for complete.
 */
async function* cutOut(
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

/**
 * Streams parts of a file that are read on demand, so a slow reader keeps only a few of them in memory. The file is closed
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
          await close();
          if (isSystemError(error)) throw error;
          onDamage();
          throw new StorageError('EXPORT_DAMAGED');
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
