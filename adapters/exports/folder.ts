import { join } from 'node:path';
import type { ExportDraft, ExportFolder } from '../../domain/ports/exports.ts';
import { orStorageFault } from '../../domain/values/storage_fault.ts';
import { createGuardedFiles, type GuardedFiles } from '../data_folder/guarded_files.ts';
import { syncFolder } from '../data_folder/synced_files.ts';
import { storageRunner } from '../libsql/storage_error.ts';
import { readIfExists } from '../read_if_exists.ts';
import { packZip } from '../zip.ts';
import { keepFile } from './keep_file.ts';
import {
  type ExportLayout,
  exportedFile,
  exportLayout,
  exportNumber,
  formatHeld,
  INDEX_FILE,
  NOTES_FILE,
  readHeld,
  readNotes,
  servedNumber,
} from './layout.ts';
import { writeBytes, writeRows, writeRowsEach } from './write_rows.ts';

const runStorage = storageRunner('exports');

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
        const number = await servedNumber(layout);
        return {
          served: number === null ? null : await readNotes(layout, number),
          held: await readHeld(layout, number),
          demanded: (await readIfExists(layout.demand)) !== null,
        };
      }),
    demand: () =>
      runStorage(async () => {
        await files.makeFolder(layout.root);
        await files.replace(layout.demand, '');
      }),
    begin: () =>
      runStorage(async () => {
        await files.makeFolder(layout.root);
        const served = await servedNumber(layout);
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

function createDraft(layout: ExportLayout, served: number | null, number: number, files: GuardedFiles): ExportDraft {
  const folder = layout.folder(number);
  return {
    write: (name, rows) =>
      runStorage(() => {
        files.require();
        return writeRows(exportedFile(folder, name), rows);
      }),
    writeEach: (names, rows) =>
      runStorage(() => {
        files.require();
        return writeRowsEach(
          names.map((name) => exportedFile(folder, name)),
          rows,
        );
      }),
    writeZip: (name, packed) =>
      runStorage(async () => {
        const bytes = await packZip(packed);
        files.require();
        return writeBytes(exportedFile(folder, name), bytes);
      }),
    keep: (from, to) =>
      runStorage(async () => {
        files.require();
        return served !== null && keepFile(exportedFile(layout.folder(served), from), exportedFile(folder, to));
      }),
    publish: (index, notes) =>
      runStorage(async () => {
        await files.write(join(folder, NOTES_FILE), `${JSON.stringify(notes)}\n`);
        await files.write(join(folder, INDEX_FILE), `${JSON.stringify(index)}\n`);
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
        if ((await servedNumber(layout)) !== number) await files.remove(folder);
      });
      await orStorageFault(removing);
    },
  };
}
