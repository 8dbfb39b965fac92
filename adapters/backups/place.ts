import { readdirSync, realpathSync } from 'node:fs';
import { readdir, statfs } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/** Where a path leads once links are followed; what does not exist yet lies in the nearest folder that does. */
export function realPlace(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch (error) {
    const parent = dirname(absolute);
    if (parent === absolute || !isMissing(error)) throw error;
    return join(realPlace(parent), basename(absolute));
  }
}

/** Whether one place is another, or lies in it. */
export function isWithin(place: string, folder: string): boolean {
  const way = relative(folder, place);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`));
}

/** Whether nothing is there, or an empty folder. */
export function isFree(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch (error) {
    if (isMissing(error)) return true;
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return false;
    throw error;
  }
}

/** How much the disk that a place is on takes yet, in bytes. */
export async function freeBytesAt(place: string): Promise<number> {
  let folder = place;
  while (!(await isThere(folder)) && dirname(folder) !== folder) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function isThere(folder: string): Promise<boolean> {
  return readdir(folder).then(
    () => true,
    () => false,
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
