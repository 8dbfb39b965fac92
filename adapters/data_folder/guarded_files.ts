import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, replaceSynced, writeSynced } from './synced_files.ts';

/**
 * File operations inside a data folder. Each operation first checks that the data folder still exists and is still
 * ours, and throws if not, so that a folder that replaced it is never changed.
 */
export interface GuardedFiles {
  /** Only checks. */
  readonly require: () => void;
  /** Creates a folder if it is missing, and syncs its name to disk. */
  makeFolder(path: string): Promise<void>;
  /** Creates a folder that must not exist yet. */
  newFolder(path: string): Promise<void>;
  /** Writes a small file and syncs it to disk. */
  write(path: string, text: string): Promise<void>;
  /** Replaces a small file atomically. */
  replace(path: string, text: string): Promise<void>;
  /** Removes a file if it exists. */
  removeFile(path: string): Promise<void>;
  /** Removes a file, or a folder with everything in it, if it exists. */
  remove(path: string): Promise<void>;
  /** Removes the entries of a folder for whose names `isObsolete` returns true. */
  removeEach(folder: string, isObsolete: (name: string) => boolean): Promise<void>;
}

/** `requireFolder` throws if the data folder is missing or was replaced. */
export function createGuardedFiles(requireFolder: () => void): GuardedFiles {
  const remove = async (path: string): Promise<void> => {
    requireFolder();
    await rm(path, { recursive: true, force: true });
  };
  return {
    require: requireFolder,
    makeFolder: async (path) => {
      requireFolder();
      await makeFolder(path);
    },
    newFolder: async (path) => {
      requireFolder();
      await mkdir(path, { mode: 0o700 });
    },
    write: async (path, text) => {
      requireFolder();
      await writeSynced(path, text);
    },
    replace: (path, text) => replaceSynced(path, text, requireFolder),
    removeFile: async (path) => {
      requireFolder();
      await rm(path, { force: true });
    },
    remove,
    removeEach: async (folder, isObsolete) => {
      for (const name of await readdir(folder)) if (isObsolete(name)) await remove(join(folder, name));
    },
  };
}
