import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a small file and waits until the disk has it. */
export const writeSynced = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Waits until the disk has the names in a folder. */
export const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/** Replaces a small file so that after a power cut either the old or the new one is there, whole. */
export const replaceSynced = async (path: string, text: string): Promise<void> => {
  const temporary = `${path}.new`;
  await writeSynced(temporary, text);
  await rename(temporary, path);
  await syncFolder(dirname(path));
};
