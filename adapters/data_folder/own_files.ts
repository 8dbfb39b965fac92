import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, replaceSynced, writeSynced } from './synced_files.ts';

/**
 * What is written and removed inside a data folder by its owner. Each step first looks whether the folder around it is
 * still there and still ours, and throws where it is not: another one that stands in its place keeps all that it has.
 */
export interface OwnFiles {
  /** Only looks. */
  readonly require: () => void;
  /** Makes a folder where it is missing, and waits until the disk has its name. */
  makeFolder(path: string): Promise<void>;
  /** Makes a folder that must not be there yet. */
  newFolder(path: string): Promise<void>;
  /** Writes a small file and waits until the disk has it. */
  write(path: string, text: string): Promise<void>;
  /** Replaces a small file: the old one or the new one is there, whole. */
  replace(path: string, text: string): Promise<void>;
  /** Removes a file where it is there. */
  removeFile(path: string): Promise<void>;
  /** Removes a file, or a folder with all that is in it, where it is there. */
  remove(path: string): Promise<void>;
  /** Removes what a folder holds by names that `goes` says yes to. */
  removeEach(folder: string, goes: (name: string) => boolean): Promise<void>;
}

/** `requireAround` throws where the folder around is not there, or another one stands in its place. */
export function ownFiles(requireAround: () => void): OwnFiles {
  const remove = async (path: string): Promise<void> => {
    requireAround();
    await rm(path, { recursive: true, force: true });
  };
  return {
    require: requireAround,
    makeFolder: async (path) => {
      requireAround();
      await makeFolder(path);
    },
    newFolder: async (path) => {
      requireAround();
      await mkdir(path, { mode: 0o700 });
    },
    write: async (path, text) => {
      requireAround();
      await writeSynced(path, text);
    },
    replace: (path, text) => replaceSynced(path, text, requireAround),
    removeFile: async (path) => {
      requireAround();
      await rm(path, { force: true });
    },
    remove,
    removeEach: async (folder, goes) => {
      for (const name of await readdir(folder)) if (goes(name)) await remove(join(folder, name));
    },
  };
}
