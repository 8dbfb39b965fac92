import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, realpathSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { syncFile, syncFolder } from '../data_folder/synced_files.ts';
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

/** The files of a backup, which only their owner may read. */

export interface FileSum {
  readonly bytes: number;
  readonly sha256: string;
}

/** Lists the paths of all files below a folder, sorted, with forward slashes. Returns none if the folder is missing. */
export async function filesBelow(folder: string, prefix = ''): Promise<readonly string[]> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const paths = await Promise.all(
    entries.map(async (entry) => {
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      if (entry.isDirectory()) return filesBelow(folder, path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return paths.flat().sort();
}

/** Copies a file and syncs the copy to disk. Not for an open database. */
export async function copyPrivate(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await copyFile(from, to);
  await chmod(to, 0o600);
  await syncFile(to);
}

/** Returns a file's size and digest. Not for an open database: closing its file would drop this process's locks. */
export async function digestFile(path: string): Promise<FileSum> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

/** Syncs the names in a folder and in all folders below it to disk. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  }
  await syncFolder(folder);
}
