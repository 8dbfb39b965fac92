import { statSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PictureFolder } from '../domain/ports/picture_folder.ts';
import { err, ok, type Result } from '../domain/values/result.ts';
import { createFaultWrapper } from './libsql/storage_error.ts';

/** A valid file name: an icon's name from the game files in lower case, or a map id, followed by a file extension. */
const PICTURE_NAME = /^[a-z0-9_-]{1,120}\.(?:png|jpg|webp)$/;

/** Media types, keyed by file extension. If a name has several files, the first extension in this list is used. */
const MEDIA_TYPES = { png: 'image/png', webp: 'image/webp', jpg: 'image/jpeg' } as const;
type FileEnding = keyof typeof MEDIA_TYPES;
const PICTURE_ENDINGS = Object.keys(MEDIA_TYPES) as readonly FileEnding[];

/**
 * The folders that an operator can configure. Files larger than `bytesMax` are not served: icons are usually a few
 * kilobytes, and maps some hundred.
 */
const PICTURE_FOLDERS = {
  icons: { variable: 'TW_ICON_DIR', bytesMax: 1_000_000 },
  maps: { variable: 'TW_MAP_DIR', bytesMax: 4_000_000 },
} as const;

interface ConfiguredFolders {
  readonly iconDir: string | null;
  readonly mapDir: string | null;
}

/** The folders of pictures, or null for each that is not configured. */
interface PictureFolders {
  readonly icons: PictureFolder | null;
  readonly mapArt: PictureFolder | null;
}

/** Opens the configured folders of pictures. */
export function openPictureFolders({ iconDir, mapDir }: ConfiguredFolders): Result<PictureFolders, string> {
  const icons = iconDir === null ? ok(null) : openPictureFolder('icons', iconDir);
  if (!icons.ok) return icons;
  const mapArt = mapDir === null ? ok(null) : openPictureFolder('maps', mapDir);
  return mapArt.ok ? ok({ icons: icons.value, mapArt: mapArt.value }) : mapArt;
}

/** Opens a folder of pictures. Lists the folder again when it changes. Names are compared in lower case. */
export function openPictureFolder(kind: keyof typeof PICTURE_FOLDERS, folder: string): Result<PictureFolder, string> {
  const { variable, bytesMax } = PICTURE_FOLDERS[kind];
  const runStorage = createFaultWrapper(kind);
  if (!isFolder(folder)) return err(`${variable} must name a readable folder; it is ${JSON.stringify(folder)}.`);
  let names: Promise<ReadonlyMap<string, string>> = Promise.resolve(new Map());
  let listedAtMs = Number.NaN;

  const checkFolder = async (): Promise<ReadonlyMap<string, string>> => {
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

  /** The check that is running, which the many icons of a page share. */
  let checking: Promise<ReadonlyMap<string, string>> | null = null;
  const fileNames = (): Promise<ReadonlyMap<string, string>> => {
    checking ??= checkFolder().finally(() => {
      checking = null;
    });
    return checking;
  };

  return ok({
    find: async (name) => {
      const known = await runStorage(fileNames);
      return PICTURE_ENDINGS.map((ending) => `${name}.${ending}`).find((file) => known.has(file)) ?? null;
    },
    read: (fileName) =>
      runStorage(async () => {
        const nameOnDisk = (await fileNames()).get(fileName);
        if (nameOnDisk === undefined) return null;
        const path = join(folder, nameOnDisk);
        const { size } = await stat(path);
        if (size > bytesMax) return null;
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
    if (entry.isFile() && PICTURE_NAME.test(name)) names.set(name, entry.name);
  }
  return names;
}
