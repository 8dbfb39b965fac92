import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { datedName } from '../../domain/exports/earlier_lists.ts';
import { type ExportReader, type OpenExport, UNKNOWN_EXPORTS } from '../../domain/ports/exports.ts';
import { orStorageFault, StorageFault } from '../../domain/values/storage_fault.ts';
import type { BulkIndex } from '../../schema/responses/bulkIndex.ts';
import { StorageError, storageRunner } from '../libsql/storage_error.ts';
import { openPackedFile } from '../packed_files/read.ts';
import { isMissing } from '../read_if_exists.ts';
import {
  type ExportLayout,
  exportedFile,
  exportLayout,
  INDEX_FILE,
  readHeld,
  readNotes,
  servedNumber,
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
    open: (name, coding) => readServed((folder) => openFile(folder, name, coding)),
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

async function openFile(folder: string, name: string, coding: 'identity' | 'gzip'): Promise<OpenExport | null> {
  const index = parseIndex(await readIndex(folder));
  const listed = [...index.files, ...(index.more ?? [])].find((file) => file.name === name || datedName(file) === name);
  if (listed === undefined) return null;
  return openPackedFile(exportedFile(folder, listed.name), coding, listed);
}

function parseIndex(bytes: Uint8Array): Pick<BulkIndex, 'files' | 'more'> {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as BulkIndex;
  } catch {
    throw new StorageError('EXPORT_DAMAGED');
  }
}
