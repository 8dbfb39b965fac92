import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportDraft, ExportFolder } from '../../domain/ports/exports.ts';
import { makeFolder, replaceSynced, syncFolder, writeSynced } from '../data_folder/synced_files.ts';
import { triesOn } from '../libsql/storage_error.ts';
import {
  type ExportLayout,
  exportLayout,
  exportNumber,
  heldText,
  INDEX_FILE,
  NOTES_FILE,
  readHeld,
  readNotes,
  servedNumber,
  textOf,
} from './layout.ts';
import { writeRows } from './write_rows.ts';

const tryStorage = triesOn('exports');

/**
 * The export folder, to be written by whoever holds the builder's turn. It is made with the first export.
 * `requireAround` throws where the folder around it is not there: none is made in its place.
 */
export const createExportFolder = (root: string, requireAround: () => void = () => {}): ExportFolder => {
  const layout = exportLayout(root);
  return {
    state: () =>
      tryStorage(async () => {
        const number = await servedNumber(layout);
        return {
          served: number === null ? null : await readNotes(layout, number),
          held: await readHeld(layout, number),
          demanded: (await textOf(layout.demand)) !== null,
        };
      }),
    demand: () =>
      tryStorage(async () => {
        requireAround();
        await makeFolder(layout.root);
        await replaceSynced(layout.demand, '');
      }),
    begin: () =>
      tryStorage(async () => {
        requireAround();
        await makeFolder(layout.root);
        const served = await servedNumber(layout);
        await removeOthers(layout, served, requireAround);
        requireAround();
        const number = (served ?? 0) + 1;
        await mkdir(layout.folder(number), { mode: 0o700 });
        return draftIn(layout, served, number, requireAround);
      }),
  };
};

/**
 * Removes every export but this one. A reader that holds a file of another reads on from it; one that is about to open
 * it finds the new pointer instead.
 */
const removeOthers = async (layout: ExportLayout, served: number | null, requireAround: () => void): Promise<void> => {
  for (const name of await readdir(layout.root)) {
    const number = exportNumber(name);
    if (number === null || number === served) continue;
    requireAround();
    await rm(layout.folder(number), { recursive: true, force: true });
  }
};

const draftIn = (
  layout: ExportLayout,
  served: number | null,
  number: number,
  requireAround: () => void,
): ExportDraft => {
  const folder = layout.folder(number);
  const remove = async (): Promise<void> => {
    requireAround();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    write: (name, rows) =>
      tryStorage(() => {
        requireAround();
        return writeRows(join(folder, name), rows);
      }),
    publish: (index, notes) =>
      tryStorage(async () => {
        requireAround();
        await writeSynced(join(folder, NOTES_FILE), `${JSON.stringify(notes)}\n`);
        requireAround();
        await writeSynced(join(folder, INDEX_FILE), `${JSON.stringify(index)}\n`);
        await syncFolder(folder);
        await syncFolder(layout.root);
        await replaceSynced(layout.pointer, `${number}\n`, requireAround);
        for (const settled of [layout.held, layout.demand]) {
          requireAround();
          await rm(settled, { force: true });
        }
        await removeOthers(layout, number, requireAround);
      }),
    hold: (held) =>
      tryStorage(async () => {
        requireAround();
        await remove();
        await replaceSynced(layout.held, heldText(held, served), requireAround);
      }),
    discard: async () => {
      // A fault may have come after the pointer was replaced. What cannot be removed now is removed by the next export.
      await tryStorage(async () => {
        if ((await servedNumber(layout)) !== number) await remove();
      });
    },
  };
};
