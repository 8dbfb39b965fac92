import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { datedName } from '../../domain/exports/earlier_lists.ts';
import { type ExportReader, type OpenExport, UNKNOWN_EXPORTS } from '../../domain/ports/exports.ts';
import { orStorageFault, StorageFault } from '../../domain/values/storage_fault.ts';
import type { BulkIndex } from '../../schema/responses/bulkIndex.ts';
import { StorageError, storageRunner } from '../libsql/storage_error.ts';
import { isMissing } from '../read_if_exists.ts';
import {
  type ExportLayout,
  exportedFile,
  exportLayout,
  INDEX_FILE,
  readHeld,
  readNotes,
  servedNumber,
  TWIN_ENDING,
} from './layout.ts';

const runStorage = storageRunner('exports');

/**
 * Reads the export folder. Reads the pointer for every request, so a new export is served immediately. `requireFolder`
 * throws if the data folder is missing or was replaced, in which case the state of the exports is unknown.
 */
export function createExportReader(root: string, requireFolder: () => void = () => {}): ExportReader {
  const layout = exportLayout(root);
  const readServed = <T>(work: (folder: string) => Promise<T>) =>
    runStorage(async () => {
      requireFolder();
      return inServedFolder(layout, work);
    });
  return {
    index: () => readServed(readIndex),
    open: (name, twin) => readServed((folder) => openFile(folder, name, twin)),
    health: async () => {
      const reading = runStorage(async () => {
        requireFolder();
        const number = await servedNumber(layout);
        const notes = number === null ? null : await readNotes(layout, number);
        return { held: await readHeld(layout, number), writtenAtMs: notes?.writtenAtMs ?? null };
      });
      const state = await orStorageFault(reading);
      if (state instanceof StorageFault) return UNKNOWN_EXPORTS;
      const { held, writtenAtMs } = state;
      if (held !== null) return { state: 'held', reason: held.reason, writtenAtMs };
      return writtenAtMs === null ? UNKNOWN_EXPORTS : { state: 'ok', reason: null, writtenAtMs };
    },
  };
}

/**
 * Calls `work` with the folder of the served export. Returns null if no export is served. If the folder is missing, the
 * export was replaced after the pointer was read, so the pointer is read again.
 */
async function inServedFolder<T>(layout: ExportLayout, work: (folder: string) => Promise<T>): Promise<T | null> {
  for (let before: number | null = null; ; ) {
    const number = await servedNumber(layout);
    if (number === null) return null;
    try {
      return await work(layout.folder(number));
    } catch (error) {
      if (!isMissing(error) || number === before) throw error;
      before = number;
    }
  }
}

async function readIndex(folder: string): Promise<Uint8Array<ArrayBuffer>> {
  const { buffer, byteOffset, byteLength } = await readFile(join(folder, INDEX_FILE));
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

async function openFile(folder: string, name: string, twin: 'identity' | 'gzip'): Promise<OpenExport | null> {
  const index = parseIndex(await readIndex(folder));
  const listed = [...index.files, ...(index.more ?? [])].find((file) => file.name === name || datedName(file) === name);
  if (listed === undefined) return null;
  return openListedFile(exportedFile(folder, listed.name), twin, listed);
}

/** Opens a file whose size and digest are known, or its gzip twin. Throws if the file does not have that size. */
async function openListedFile(path: string, twin: 'identity' | 'gzip', listed: ListedFile): Promise<OpenExport> {
  const handle = await open(twin === 'gzip' ? `${path}${TWIN_ENDING}` : path, 'r');
  try {
    const { size } = await handle.stat();
    if (twin === 'identity' && size !== listed.bytes) throw new StorageError('EXPORT_DAMAGED');
    return createOpenExport(handle, size, listed);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Opens a file that exists only compressed with gzip. It is decompressed while it is sent, if that is asked for. */
export async function openPackedFile(
  path: string,
  coding: 'identity' | 'gzip',
  listed: ListedFile,
): Promise<OpenExport> {
  const handle = await open(path, 'r');
  try {
    const packed = createOpenExport(handle, (await handle.stat()).size, listed);
    if (coding === 'gzip') return packed;
    return {
      ...packed,
      byteLength: listed.bytes,
      stream: (from, to) => unpack(packed.stream(0, packed.byteLength), from, to),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

type ListedFile = Pick<OpenExport, 'sha256' | 'data' | 'format'> & { readonly bytes: number };

function createOpenExport(handle: FileHandle, byteLength: number, listed: ListedFile): OpenExport {
  const { sha256, data, format } = listed;
  let noteClosed = (): void => {};
  const closed = new Promise<void>((resolve) => {
    noteClosed = resolve;
  });
  const close = (): Promise<void> => handle.close().finally(noteClosed);
  return { byteLength, sha256, data, format, stream: (from, to) => streamFile(handle, close, from, to), close, closed };
}

function parseIndex(bytes: Uint8Array): Pick<BulkIndex, 'files' | 'more'> {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as BulkIndex;
  } catch {
    throw new StorageError('EXPORT_DAMAGED');
  }
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

/** Decompresses a gzip file, and streams the bytes `from <= i < to` of its content. */
function unpack(packed: ReadableStream<Uint8Array>, from: number, to: number): ReadableStream<Uint8Array> {
  const reader = (packed as ReadableStream<BufferSource>).pipeThrough(new DecompressionStream('gzip')).getReader();
  let at = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        for (;;) {
          const { value } = await reader.read();
          if (value === undefined) throw new StorageError('EXPORT_CUT_SHORT');
          const [first, last] = [Math.max(0, from - at), Math.min(value.byteLength, to - at)];
          at += value.byteLength;
          if (first < last) controller.enqueue(value.subarray(first, last));
          if (at >= to) {
            await reader.cancel();
            controller.close();
          }
          if (first < last || at >= to) return;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
