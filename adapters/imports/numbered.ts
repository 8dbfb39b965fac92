import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OwnFiles } from '../data_folder/own_files.ts';
import { syncFolder } from '../data_folder/synced_files.ts';
import { StorageError } from '../libsql/storage_error.ts';

/** What was imported, numbered, beside a pointer to the one that is current. */
export interface NumberedImports {
  /** Where the current one is; null where there is none. */
  current(): Promise<string | null>;
  /** Adds one, which `fill` makes at a path that nothing is at. What of it is there when `fill` fails is removed. */
  add(fill: (path: string) => Promise<void>): Promise<NewImport>;
}

/** One that was added and is not yet the current one. */
export interface NewImport {
  readonly path: string;
  /** Makes it the current one, on the disk. */
  readonly keep: () => Promise<void>;
  /** Removes the others. */
  readonly settle: () => Promise<void>;
  /** Removes it; where it was kept already, the one before is current again. */
  readonly discard: () => Promise<void>;
}

/** How they are named in their folder, and the fault of a pointer that names none. */
export interface ImportNames {
  readonly nameOf: (number: number) => string;
  /** The number of a name; null where it is of something else. */
  readonly numberOf: (name: string) => number | null;
  readonly damaged: string;
}

const POINTER = 'current';
const NUMBER = /^[1-9][0-9]{0,8}$/;

export function numberOf(text: string): number | null {
  return NUMBER.test(text) ? Number(text) : null;
}

/** What the pointer does not name is of an import that did not get done, and goes with the next. */
export function numberedImports(root: string, naming: ImportNames, files: OwnFiles): NumberedImports {
  const pointer = join(root, POINTER);
  const pathOf = (number: number): string => join(root, naming.nameOf(number));
  const pointTo = (number: number): Promise<void> => files.replace(pointer, `${number}\n`);
  const removeOthers = (kept: number | null): Promise<void> =>
    files.removeEach(root, (name) => {
      const number = naming.numberOf(name);
      return number !== null && number !== kept;
    });
  const currentNumber = async (): Promise<number | null> => {
    const text = await textOf(pointer);
    if (text === null) return null;
    const number = numberOf(text.trim());
    if (number === null) throw new StorageError(naming.damaged);
    return number;
  };
  return {
    current: async () => {
      const number = await currentNumber();
      return number === null ? null : pathOf(number);
    },
    add: async (fill) => {
      await files.makeFolder(root);
      const before = await currentNumber();
      await removeOthers(before);
      const number = (before ?? 0) + 1;
      const path = pathOf(number);
      try {
        files.require();
        await fill(path);
      } catch (error) {
        await files.remove(path);
        throw error;
      }
      return {
        path,
        keep: async () => {
          files.require();
          await syncFolder(root);
          await pointTo(number);
        },
        settle: () => removeOthers(number),
        discard: async () => {
          if ((await textOf(pointer))?.trim() === String(number)) {
            if (before !== null) await pointTo(before);
            else {
              await files.removeFile(pointer);
              await syncFolder(root);
            }
          }
          await files.remove(path);
        },
      };
    },
  };
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
