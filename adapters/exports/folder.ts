import { join } from 'node:path';
import type { ExportDraft, ExportFolder, ExportRows, WrittenFile } from '../../domain/ports/exports.ts';
import { mapInOrder } from '../../domain/values/map_in_order.ts';
import { orStorageFault } from '../../domain/values/storage_fault.ts';
import { createGuardedFiles, type GuardedFiles } from '../data_folder/guarded_files.ts';
import { syncFolder } from '../data_folder/synced_files.ts';
import { storageRunner } from '../libsql/storage_error.ts';
import { createPackedFile, type Newlines, type PackedFile } from '../packed_files/write.ts';
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
  const write = (names: readonly string[], newlines: Newlines, batches: Batches): Promise<readonly WrittenFile[]> =>
    runStorage(() => {
      files.require();
      return writeFiles(
        names.map((name) => exportedFile(folder, name)),
        newlines,
        batches,
      );
    });
  return {
    write: async (name, rows) => {
      const [written] = await write([name], 1, inOneFile(rows));
      return written!;
    },
    writeEach: (names, rows) => write(names, 1, rows),
    writeZip: async (name, packed) => {
      const bytes = await packZip(packed);
      const [written] = await write([name], 0, [[[bytes]]]);
      return written!;
    },
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

async function* inOneFile(rows: AsyncIterable<ExportRows>): AsyncIterable<readonly ExportRows[]> {
  for await (const batch of rows) yield [batch];
}

/** Rows of several files that are written in one pass. Each batch has rows for each file, in the order of the files. */
type Batches = AsyncIterable<readonly ExportRows[]> | Iterable<readonly ExportRows[]>;

const GZIP_LEVEL = 5;

async function writeFiles(
  paths: readonly string[],
  newlines: Newlines,
  batches: Batches,
): Promise<readonly WrittenFile[]> {
  const files: PackedFile[] = [];
  try {
    for (const path of paths) files.push(await createPackedFile(path, { newlines, level: GZIP_LEVEL }));
    for await (const batch of batches) {
      for (const [i, rows] of batch.entries()) await files[i]!.add(rows);
    }
    return await mapInOrder(files, (file) => file.end());
  } finally {
    for (const file of files) await file.close();
  }
}
