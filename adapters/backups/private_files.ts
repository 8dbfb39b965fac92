import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFile, syncFolder } from '../data_folder/synced_files.ts';
import { isMissing } from '../read_if_exists.ts';

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
