import { lstat, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { AddonFile } from '../../domain/ports/addon.ts';
import { DATA_ADDON, type DataAddonFolder } from '../../domain/ports/data_addon.ts';
import { quote } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { readWholeBytes } from '../../domain/values/whole_bytes.ts';
import { syncFolder, writeSyncedFile } from '../data_folder/synced_files.ts';
import { catchErrorCode, describeCause } from './failures.ts';

const DOWNLOAD_TIMEOUT_MS = 120_000;

/** The addon of data in the game's folder on disk. */
export const dataAddonFolder: DataAddonFolder = {
  resolve: (path) => resolve(path),
  isFolder: async (path) => (await stat(path).catch(() => null))?.isDirectory() === true,
  download: async (url, bytesMax) => {
    try {
      const { status, body } = await fetch(url, {
        signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS),
        redirect: 'manual',
      });
      if (status !== 200 || body === null) {
        await body?.cancel();
        return err(`status ${status}`);
      }
      const bytes = await readWholeBytes(body, bytesMax);
      return bytes === null ? err(`more than ${bytesMax} bytes`) : ok(bytes);
    } catch (error) {
      return err(describeCause(error));
    }
  },
  unpack: unpackZip,
  replace: (addonsFolder, files, addon = DATA_ADDON) =>
    catchErrorCode(() => replaceAddonFolder(join(addonsFolder, addon), addonsFolder, files)),
};

async function unpackZip(
  archive: Uint8Array,
  bytesMax: number,
  isAllowed: (path: string) => boolean,
): Promise<Result<readonly AddonFile[], string>> {
  const { unzipSync } = await import('fflate');
  let bytes = 0;
  let fault: string | null = null;
  try {
    const entries = unzipSync(archive, {
      filter: ({ name, originalSize }) => {
        // Names of folders end with a slash.
        if (fault !== null || name.endsWith('/')) return false;
        bytes += originalSize;
        if (!isAllowed(name)) fault = `it has the file ${quote(name)}.`;
        else if (bytes > bytesMax) fault = `it has more than ${bytesMax} bytes unpacked.`;
        return fault === null;
      },
    });
    if (fault !== null) return err(fault);
    return ok(Object.entries(entries).map(([path, content]) => ({ path, bytes: new Uint8Array(content) })));
  } catch {
    return err('it is no zip archive, or it is damaged.');
  }
}

/** Replaces a folder with these files. The new folder is complete on disk before the old one is moved away. */
async function replaceAddonFolder(target: string, parent: string, files: readonly AddonFile[]): Promise<void> {
  const [fresh, old] = [`${target}.new`, `${target}.old`];
  await recoverAddonFolder(target);
  try {
    await mkdir(fresh);
    for (const { path, bytes } of files) await writeSyncedFile(join(fresh, path.slice(path.indexOf('/') + 1)), bytes);
    await syncFolder(fresh);
    const hasOld = await pathExists(target);
    if (hasOld) await rename(target, old);
    try {
      await rename(fresh, target);
    } catch (error) {
      if (hasOld) await rename(old, target);
      throw error;
    }
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
  await syncFolder(parent);
  await rm(old, { recursive: true, force: true });
}

/** Puts an addon's folder back if an earlier run was stopped between the two renames, and removes what it left. */
export async function recoverAddonFolder(target: string): Promise<void> {
  const [fresh, old] = [`${target}.new`, `${target}.old`];
  if (!(await pathExists(target)) && (await pathExists(old))) await rename(old, target);
  for (const leftover of [fresh, old]) await rm(leftover, { recursive: true, force: true });
}

async function pathExists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}
