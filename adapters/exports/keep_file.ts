import { copyFile, link, rm } from 'node:fs/promises';
import { syncFile } from '../data_folder/synced_files.ts';
import { isMissing } from '../read_if_exists.ts';
import { TWIN_ENDING } from './layout.ts';

/**
 * Gives a finished file and its gzip twin a second name, without copying if the file system has hard links. Returns
 * false, and leaves neither, if one of them is missing.
 */
export async function keepFile(from: string, to: string): Promise<boolean> {
  try {
    for (const ending of ['', TWIN_ENDING]) await linkOrCopy(`${from}${ending}`, `${to}${ending}`);
    return true;
  } catch (error) {
    if (!isMissing(error)) throw error;
    await rm(to, { force: true });
    return false;
  }
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (isMissing(error)) throw error;
    await copyFile(from, to);
    await syncFile(to);
  }
}
