import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, replaceSyncedFile, writeSyncedFile } from './synced_files.ts';

/** File operations inside a data folder that cannot affect any other folder (see createGuardedFiles). */
export type GuardedFiles = ReturnType<typeof createGuardedFiles>;

/**
 * Creates file operations that first call `requireFolder`, which throws if the data folder is missing or was replaced.
 */
export function createGuardedFiles(requireFolder: () => void) {
  const guard =
    <Args extends readonly unknown[], T>(operation: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      requireFolder();
      return operation(...args);
    };
  /** Removes a file, or a folder with everything in it, if it exists. */
  const remove = guard((path: string) => rm(path, { recursive: true, force: true }));
  return {
    /** Throws if the data folder is missing or was replaced. */
    require: requireFolder,
    makeFolder: guard(makeFolder),
    /** Creates a folder that must not exist yet. */
    newFolder: guard((path: string) => mkdir(path, { mode: 0o700 })),
    write: guard(writeSyncedFile),
    replace: (path: string, text: string) => replaceSyncedFile(path, text, requireFolder),
    removeFile: guard((path: string) => rm(path, { force: true })),
    remove,
    /** Removes every entry of a folder whose name satisfies `isObsolete`. */
    removeEach: async (folder: string, isObsolete: (name: string) => boolean): Promise<void> => {
      for (const name of await readdir(folder)) if (isObsolete(name)) await remove(join(folder, name));
    },
  };
}
