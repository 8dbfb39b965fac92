import { copyFile, link } from 'node:fs/promises';
import { syncFile } from '../data_folder/synced_files.ts';
import { blocksPath } from '../packed_files/blocks.ts';
import { isMissing } from '../read_if_exists.ts';

/**
 * Gives a finished file and its list of blocks a second name, without copying if the file system has hard links. Returns
 * false if the file is missing.
 */
export async function keepFile(from: string, to: string): Promise<boolean> {
  if (!(await linkIfExists(from, to))) return false;
  await linkIfExists(blocksPath(from), blocksPath(to));
  return true;
}

async function linkIfExists(from: string, to: string): Promise<boolean> {
  try {
    await linkOrCopy(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
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
