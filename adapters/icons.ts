import { statSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { IconReader } from '../domain/ports/icons.ts';
import { err, ok, type Result } from '../domain/values/result.ts';
import { storageRunner } from './libsql/storage_error.ts';

const runStorage = storageRunner('icons');

/** A valid file name: an icon's name from the game files in lower case, followed by a file extension. */
const FILE_NAME = /^[a-z0-9_-]{1,120}\.(?:png|jpg|webp)$/;

/** Media types, keyed by file extension. If an icon has several files, the first extension in this list is used. */
const MEDIA_TYPES = { png: 'image/png', webp: 'image/webp', jpg: 'image/jpeg' } as const;
type FileEnding = keyof typeof MEDIA_TYPES;
const ENDINGS = Object.keys(MEDIA_TYPES) as readonly FileEnding[];

/** Maximum size of an icon file. Icons are usually a few kilobytes. Larger files are not served. */
const PICTURE_BYTES_MAX = 1_000_000;

/** Opens a folder of icon images. Lists the folder again when it changes. Names are compared in lower case. */
export function openIconFolder(folder: string): Result<IconReader, string> {
  if (!isFolder(folder)) return err(`TW_ICON_DIR must name a readable folder; it is ${JSON.stringify(folder)}.`);
  let names: Promise<ReadonlyMap<string, string>> = Promise.resolve(new Map());
  let listedAtMs = Number.NaN;

  const fileNames = async (): Promise<ReadonlyMap<string, string>> => {
    const { mtimeMs } = await stat(folder);
    if (mtimeMs !== listedAtMs) {
      listedAtMs = mtimeMs;
      names = listFolder(folder);
      // If the read failed, let the next call try again.
      names.catch(() => {
        listedAtMs = Number.NaN;
      });
    }
    return names;
  };

  return ok({
    find: async (icon) => {
      const known = await runStorage(fileNames);
      return ENDINGS.map((ending) => `${icon}.${ending}`).find((name) => known.has(name)) ?? null;
    },
    read: (fileName) =>
      runStorage(async () => {
        const nameOnDisk = (await fileNames()).get(fileName);
        if (nameOnDisk === undefined) return null;
        const path = join(folder, nameOnDisk);
        const { size } = await stat(path);
        if (size > PICTURE_BYTES_MAX) return null;
        const ending = fileName.slice(fileName.lastIndexOf('.') + 1) as FileEnding;
        return { mediaType: MEDIA_TYPES[ending], bytes: new Uint8Array(await readFile(path)) };
      }),
  });
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Lists the images in a folder. Maps lower-case names to the names on disk. */
async function listFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = entry.name.toLowerCase();
    if (entry.isFile() && FILE_NAME.test(name)) names.set(name, entry.name);
  }
  return names;
}
