import { copyFile, link } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportDraft, ExportFolder } from '../../domain/ports/export_folder.ts';
import type { ExportRows } from '../../domain/ports/exports.ts';
import { mapInOrder } from '../../domain/values/map_in_order.ts';
import { catchFault } from '../../domain/values/storage_fault.ts';
import { createGuardedFiles, type GuardedFiles } from '../data_folder/guarded_files.ts';
import { syncFile, syncFolder } from '../data_folder/synced_files.ts';
import { nodeDigest } from '../digest.ts';
import { createFaultWrapper, StorageError } from '../libsql/storage_error.ts';
import { isPackedFileIntact } from '../packed_files/read.ts';
import { createPackedFile, type PackedFile, type PackedFileSettings } from '../packed_files/write.ts';
import { isMissing, readIfExists } from '../read_if_exists.ts';
import { packZip } from '../zip.ts';
import {
  type ExportLayout,
  formatHeldExport,
  INDEX_FILE,
  locateExportedFile,
  locateExports,
  NOTES_FILE,
  parseExportNumber,
  readHeldExport,
  readListedFiles,
  readNotes,
  readServedNumber,
  type StoredNotes,
} from './layout.ts';

const wrapFaults = createFaultWrapper('exports');

/**
 * The export folder. Only the holder of the builder lock writes to it. The first export creates the folder.
 * `requireFolder` throws if the data folder is missing or was replaced, so that nothing is created in its place.
 */
export function createExportFolder(root: string, requireFolder: () => void = () => {}): ExportFolder {
  const layout = locateExports(root);
  const files = createGuardedFiles(requireFolder);
  return {
    state: () =>
      wrapFaults(async () => {
        const number = await readServedNumber(layout);
        return {
          served: number === null ? null : await readNotes(layout, number),
          held: await readHeldExport(layout, number),
          demanded: (await readIfExists(layout.demand)) !== null,
        };
      }),
    findDamaged: () =>
      wrapFaults(async () => {
        const number = await readServedNumber(layout);
        return number === null ? [] : findDamagedFiles(layout, number);
      }),
    noteDamaged: (reason, heldAtMs) =>
      wrapFaults(async () => {
        const served = await readServedNumber(layout);
        const held = (await readHeldExport(layout, served)) ?? { reason, heldAtMs, isDamaged: true };
        await files.replace(layout.held, formatHeldExport(held, served));
      }),
    demand: () =>
      wrapFaults(async () => {
        await files.makeFolder(layout.root);
        await files.replace(layout.demand, '');
      }),
    begin: () =>
      wrapFaults(async () => {
        await files.makeFolder(layout.root);
        const served = await readServedNumber(layout);
        await removeOldExports(layout, served, files);
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
function removeOldExports(layout: ExportLayout, served: number | null, files: GuardedFiles): Promise<void> {
  return files.removeEach(layout.root, (name) => {
    const number = parseExportNumber(name);
    return number !== null && number !== served;
  });
}

async function findDamagedFiles(layout: ExportLayout, number: number): Promise<readonly string[]> {
  const index = await readListedFiles(layout, number).catch(throwUnlessDamage);
  if (index === null) return [INDEX_FILE];
  const folder = layout.folder(number);
  const damaged: string[] = [];
  for (const file of index) {
    if (!(await isPackedFileIntact(locateExportedFile(folder, file.name), file))) damaged.push(file.name);
  }
  return damaged;
}

function throwUnlessDamage(error: unknown): null {
  if (error instanceof StorageError || isMissing(error)) return null;
  throw error;
}

function createDraft(layout: ExportLayout, served: number | null, number: number, files: GuardedFiles): ExportDraft {
  const folder = layout.folder(number);
  const packedCrcs: Record<string, number> = {};
  return {
    write: (names, batches) =>
      wrapFaults(async () => {
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
      wrapFaults(async () => {
        files.require();
        if (served === null) return false;
        const path = locateExportedFile(layout.folder(served), from);
        const packedCrc32 = (await readNotes(layout, served))?.packedCrc32?.[from];
        if (!(await isPackedFileIntact(path, { ...entry, packedCrc32 }))) return false;
        await linkOrCopyFile(path, locateExportedFile(folder, entry.name));
        if (packedCrc32 !== undefined) packedCrcs[entry.name] = packedCrc32;
        return true;
      }),
    publish: (index, notes) =>
      wrapFaults(async () => {
        const text = `${JSON.stringify(index)}\n`;
        const stored: StoredNotes = { ...notes, indexSha256: nodeDigest.sha256(text), packedCrc32: packedCrcs };
        await files.write(join(folder, NOTES_FILE), `${JSON.stringify(stored)}\n`);
        await files.write(join(folder, INDEX_FILE), text);
        await syncFolder(folder);
        await syncFolder(layout.root);
        await files.replace(layout.pointer, `${number}\n`);
        for (const note of [layout.held, layout.demand]) await files.removeFile(note);
        await removeOldExports(layout, number, files);
      }),
    hold: (held) =>
      wrapFaults(async () => {
        await files.remove(folder);
        await files.replace(layout.held, formatHeldExport(held, served));
      }),
    discard: async () => {
      // Keep the folder if the fault occurred after the pointer was replaced. If removing the folder fails, the next
      // export tries again.
      const removing = wrapFaults(async () => {
        if ((await readServedNumber(layout)) !== number) await files.remove(folder);
      });
      await catchFault(removing);
    },
  };
}

const LINE_PACKING: PackedFileSettings = { newlines: 1, level: 5 };
/** Archives and Parquet files are compressed already. */
const BINARY_PACKING: PackedFileSettings = { newlines: 0, level: 0 };

async function writeFiles(folder: string, names: readonly string[], batches: AsyncIterable<readonly ExportRows[]>) {
  const files: PackedFile[] = [];
  try {
    for (const name of names) {
      const settings = /\.(zip|parquet)$/.test(name) ? BINARY_PACKING : LINE_PACKING;
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

/** Gives a finished file a second name. Copies and syncs it only if the file system has no hard links. */
async function linkOrCopyFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to);
    await syncFile(to);
  }
}
