import { copyFile, link } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportDraft, ExportFolder } from '../../domain/ports/export_folder.ts';
import type { ExportRows } from '../../domain/ports/exports.ts';
import { mapInOrder } from '../../domain/values/map_in_order.ts';
import { catchFault } from '../../domain/values/storage_fault.ts';
import { createGuardedFiles, type GuardedFiles } from '../data_folder/guarded_files.ts';
import { syncFile, syncFolder } from '../data_folder/synced_files.ts';
import { nodeDigest } from '../digest.ts';
import { createRunner, StorageError } from '../libsql/storage_error.ts';
import { isPackedFileWhole } from '../packed_files/read.ts';
import { createPackedFile, type PackedFile, type PackedFileSettings } from '../packed_files/write.ts';
import { isMissing, readIfExists } from '../read_if_exists.ts';
import { packZip } from '../zip.ts';
import {
  type ExportLayout,
  exportLayout,
  exportNumber,
  formatHeld,
  INDEX_FILE,
  locateExportedFile,
  NOTES_FILE,
  readHeld,
  readListedFiles,
  readNotes,
  readServedNumber,
  type StoredNotes,
} from './layout.ts';

const runStorage = createRunner('exports');

/**
 * The export folder. Only the holder of the builder lock writes to it. The first export creates the folder.
 * `requireFolder` throws if the data folder is missing or was replaced, so that nothing is created in its place.
 */
export function createExportFolder(root: string, requireFolder: () => void = () => {}): ExportFolder {
  const layout = exportLayout(root);
  const files = createGuardedFiles(requireFolder);
  return {
    state: () =>
      runStorage(async () => {
        const number = await readServedNumber(layout);
        return {
          served: number === null ? null : await readNotes(layout, number),
          held: await readHeld(layout, number),
          demanded: (await readIfExists(layout.demand)) !== null,
        };
      }),
    findDamaged: () =>
      runStorage(async () => {
        const number = await readServedNumber(layout);
        return number === null ? [] : findDamaged(layout, number);
      }),
    noteDamaged: (reason, heldAtMs) =>
      runStorage(async () => {
        const served = await readServedNumber(layout);
        const held = (await readHeld(layout, served)) ?? { reason, heldAtMs, isDamaged: true };
        await files.replace(layout.held, formatHeld(held, served));
      }),
    demand: () =>
      runStorage(async () => {
        await files.makeFolder(layout.root);
        await files.replace(layout.demand, '');
      }),
    begin: () =>
      runStorage(async () => {
        await files.makeFolder(layout.root);
        const served = await readServedNumber(layout);
        await removeOthers(layout, served, files);
        const number = (served ?? 0) + 1;
        await files.newFolder(layout.folder(number));
        return createDraft(layout, served, number, files);
      }),
  };
}

/**
 * Removes every export except the served one. A reader that has already opened a removed file can continue to read it.
 * A reader that is about to open a removed file finds the new pointer instead.
 */
function removeOthers(layout: ExportLayout, served: number | null, files: GuardedFiles): Promise<void> {
  return files.removeEach(layout.root, (name) => {
    const number = exportNumber(name);
    return number !== null && number !== served;
  });
}

async function findDamaged(layout: ExportLayout, number: number): Promise<readonly string[]> {
  const index = await readListedFiles(layout, number).catch(toDamageOrThrow);
  if (index === null) return [INDEX_FILE];
  const folder = layout.folder(number);
  const damaged: string[] = [];
  for (const file of index) {
    if (!(await isPackedFileWhole(locateExportedFile(folder, file.name), file))) damaged.push(file.name);
  }
  return damaged;
}

function toDamageOrThrow(error: unknown): null {
  if (error instanceof StorageError || isMissing(error)) return null;
  throw error;
}

function createDraft(layout: ExportLayout, served: number | null, number: number, files: GuardedFiles): ExportDraft {
  const folder = layout.folder(number);
  const packedCrcs: Record<string, number> = {};
  return {
    write: (names, batches) =>
      runStorage(async () => {
        files.require();
        const written = await writeFiles(folder, names, batches);
        return written.map(({ packedCrc32, ...file }, i) => {
          packedCrcs[names[i]!] = packedCrc32;
          return file;
        });
      }),
    // Most processes that use the folder write no export.
    table: async (shape) => (await import('./parquet.ts')).createParquetTable(shape),
    packZip,
    keep: (from, entry) =>
      runStorage(async () => {
        files.require();
        if (served === null) return false;
        const path = locateExportedFile(layout.folder(served), from);
        const packedCrc32 = (await readNotes(layout, served))?.packedCrc32?.[from];
        if (!(await isPackedFileWhole(path, { ...entry, packedCrc32 }))) return false;
        await linkOrCopy(path, locateExportedFile(folder, entry.name));
        if (packedCrc32 !== undefined) packedCrcs[entry.name] = packedCrc32;
        return true;
      }),
    publish: (index, notes) =>
      runStorage(async () => {
        const text = `${JSON.stringify(index)}\n`;
        const stored: StoredNotes = { ...notes, indexSha256: nodeDigest.sha256(text), packedCrc32: packedCrcs };
        await files.write(join(folder, NOTES_FILE), `${JSON.stringify(stored)}\n`);
        await files.write(join(folder, INDEX_FILE), text);
        await syncFolder(folder);
        await syncFolder(layout.root);
        await files.replace(layout.pointer, `${number}\n`);
        for (const note of [layout.held, layout.demand]) await files.removeFile(note);
        await removeOthers(layout, number, files);
      }),
    hold: (held) =>
      runStorage(async () => {
        await files.remove(folder);
        await files.replace(layout.held, formatHeld(held, served));
      }),
    discard: async () => {
      // Keep the folder if the fault occurred after the pointer was replaced. If removing the folder fails, the next
      // export tries again.
      const removing = runStorage(async () => {
        if ((await readServedNumber(layout)) !== number) await files.remove(folder);
      });
      await catchFault(removing);
    },
  };
}

const LINE_FORMAT: PackedFileSettings = { newlines: 1, level: 5 };
/** Archives and Parquet files are compressed already. */
const COMPRESSED_FORMAT: PackedFileSettings = { newlines: 0, level: 0 };

async function writeFiles(folder: string, names: readonly string[], batches: AsyncIterable<readonly ExportRows[]>) {
  const files: PackedFile[] = [];
  try {
    for (const name of names) {
      const settings = /\.(zip|parquet)$/.test(name) ? COMPRESSED_FORMAT : LINE_FORMAT;
      files.push(await createPackedFile(locateExportedFile(folder, name), settings));
    }
    for await (const batch of batches) {
      for (const [i, rows] of batch.entries()) await files[i]!.add(rows);
    }
    return await mapInOrder(files, (file) => file.end());
  } finally {
    for (const file of files) await file.close();
  }
}

/** Gives a finished file a second name, without copying if the file system has hard links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to);
    await syncFile(to);
  }
}
