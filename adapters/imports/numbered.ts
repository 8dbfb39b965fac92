import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { GuardedFiles } from '../data_folder/guarded_files.ts';
import { syncFolder } from '../data_folder/synced_files.ts';
import { StorageError } from '../libsql/storage_error.ts';
import { readIfExists } from '../read_if_exists.ts';

/** Naming scheme of the imports in their folder. */
export interface ImportNames {
  readonly nameOf: (number: number) => string;
  /** Parses the number in a name. Returns null if the name does not belong to an import. */
  readonly numberOf: (name: string) => number | null;
  /** Code of the storage error that is thrown if the pointer contains no number. */
  readonly damaged: string;
}

const POINTER_FILE = 'current';
const IMPORT_NUMBER = /^[1-9][0-9]{0,8}$/;

export function parseImportNumber(text: string): number | null {
  return IMPORT_NUMBER.test(text) ? Number(text) : null;
}

/** Opens a folder of imports. An import that the pointer does not name was never completed, and `add` removes it. */
export function openNumberedImports(root: string, naming: ImportNames, files: GuardedFiles) {
  const pointer = join(root, POINTER_FILE);
  const pathOf = (number: number): string => join(root, naming.nameOf(number));
  const pointTo = (number: number): Promise<void> => files.replace(pointer, `${number}\n`);
  const removeOthers = (current: number | null): Promise<void> =>
    files.removeEach(root, (name) => {
      const number = naming.numberOf(name);
      return number !== null && number !== current;
    });
  const currentNumber = async (): Promise<number | null> => {
    const text = await readIfExists(pointer);
    if (text === null) return null;
    const number = parseImportNumber(text.trim());
    if (number === null) throw new StorageError(naming.damaged);
    return number;
  };
  return {
    current: async (): Promise<string | null> => {
      const number = await currentNumber();
      return number === null ? null : pathOf(number);
    },
    /** Adds an import, which `fill` creates at a path where nothing exists. If `fill` fails, its files are removed. */
    add: async (fill: (path: string) => Promise<void>) => {
      await files.makeFolder(root);
      const previous = await currentNumber();
      await removeOthers(previous);
      const number = (previous ?? 0) + 1;
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
        /** Makes this import the current one on disk. */
        keep: async (): Promise<void> => {
          files.require();
          await syncFolder(root);
          await pointTo(number);
        },
        settle: (): Promise<void> => removeOthers(number),
        /** Removes this import. If it was already current, the previous import becomes current again. */
        discard: async (): Promise<void> => {
          if ((await readIfExists(pointer))?.trim() === String(number)) {
            if (previous !== null) await pointTo(previous);
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

/** Lines are written to disk in chunks of about this many characters. */
const CHUNK_CHARS = 256 * 1024;
/** The last line of a complete file. A file without this line was truncated. */
const END_LINE = '"end"';

/** Writes a new file with one line per value and syncs it to disk. Fails if the file already exists. */
export async function writeLines<Value>(
  path: string,
  values: AsyncIterable<Value>,
  formatLine: (value: Value) => string,
): Promise<void> {
  const file: FileHandle = await open(path, 'wx', 0o600);
  try {
    let text = '';
    for await (const value of values) {
      text += `${formatLine(value)}\n`;
      if (text.length < CHUNK_CHARS) continue;
      await file.appendFile(text, 'utf8');
      text = '';
    }
    await file.appendFile(`${text}${END_LINE}\n`, 'utf8');
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Reads the lines that `writeLines` wrote. Throws a storage error with the code `cutOff` if the file was truncated. */
export async function* readLines(path: string, cutOff: string): AsyncGenerator<string> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    if (line === END_LINE) return;
    yield line;
  }
  throw new StorageError(cutOff);
}
