import { statSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { IconReader } from '../domain/ports/icons.ts';
import { err, ok, type Result } from '../domain/values/result.ts';
import { orStorageFault, StorageFault } from '../domain/values/storage_fault.ts';
import { storageRunner } from './libsql/storage_error.ts';

const runStorage = storageRunner('icons');

/** What may be asked for: an icon's name as the game's files have it, in lower case, and an ending. */
const FILE_NAME = /^[a-z0-9_-]{1,120}\.(?:png|jpg|webp)$/;

/** By ending, the one that is shown first where an icon has several. */
const MEDIA_TYPES = { png: 'image/png', webp: 'image/webp', jpg: 'image/jpeg' } as const;
type Ending = keyof typeof MEDIA_TYPES;
const ENDINGS = Object.keys(MEDIA_TYPES) as readonly Ending[];

/** An icon is some kilobytes; what is larger is no icon, and is not served. */
const PICTURE_BYTES_MAX = 1_000_000;

/**
 * Reads a folder of icon pictures, or says in a sentence that there is none. The folder's list of names is read again
 * when the folder changes. Nothing outside of the list can be named, and names count in lower case.
 */
export function openIconFolder(folder: string): Result<IconReader, string> {
  if (!isFolder(folder))
    return err(`TW_ICON_DIR must name a folder that can be read; it is ${JSON.stringify(folder)}.`);
  let listed: Promise<ReadonlyMap<string, string>> = Promise.resolve(new Map());
  let listedAtMs = Number.NaN;

  const fileNames = async (): Promise<ReadonlyMap<string, string>> => {
    const { mtimeMs } = await stat(folder);
    if (mtimeMs !== listedAtMs) {
      listedAtMs = mtimeMs;
      listed = listFolder(folder);
      // What could not be read is tried again.
      listed.catch(() => {
        listedAtMs = Number.NaN;
      });
    }
    return listed;
  };

  return ok({
    find: async (icon) => {
      const names = await orStorageFault(runStorage(fileNames));
      if (names instanceof StorageFault) return null;
      return ENDINGS.map((ending) => `${icon}.${ending}`).find((name) => names.has(name)) ?? null;
    },
    read: (fileName) =>
      runStorage(async () => {
        const found = (await fileNames()).get(fileName);
        if (found === undefined) return null;
        const path = join(folder, found);
        const { size } = await stat(path);
        if (size > PICTURE_BYTES_MAX) return null;
        const ending = fileName.slice(fileName.lastIndexOf('.') + 1) as Ending;
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

/** The pictures of a folder: their names on the disk by their names in lower case. */
async function listFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = entry.name.toLowerCase();
    if (entry.isFile() && FILE_NAME.test(name)) names.set(name, entry.name);
  }
  return names;
}
