import { readdirSync, realpathSync } from 'node:fs';
import { readdir, statfs } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isMissing, systemErrorCode } from '../read_if_exists.ts';

/** Resolves the symbolic links in a path. The end of the path need not exist. */
export function resolveRealPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch (error) {
    const parent = dirname(absolute);
    if (parent === absolute || !isMissing(error)) throw error;
    return join(resolveRealPath(parent), basename(absolute));
  }
}

/** Whether a place is the folder or inside it. */
export function isWithin(place: string, folder: string): boolean {
  const path = relative(folder, place);
  return path === '' || !(path === '..' || path.startsWith(`..${sep}`));
}

/** Whether the path does not exist or is an empty folder. */
export function isFree(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch (error) {
    if (isMissing(error)) return true;
    if (systemErrorCode(error) === 'ENOTDIR') return false;
    throw error;
  }
}

/** Returns the free space, in bytes, of the disk that a place is on. The place need not exist. */
export async function freeBytesAt(place: string): Promise<number> {
  let folder = place;
  while (!(await isReadableFolder(folder)) && dirname(folder) !== folder) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function isReadableFolder(folder: string): Promise<boolean> {
  return readdir(folder).then(
    () => true,
    () => false,
  );
}
