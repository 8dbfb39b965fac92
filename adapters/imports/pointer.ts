import { readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceSynced, syncFolder } from '../data_folder/synced_files.ts';

/** The number that a pointer file is to name, and the one it named before; null where there was none. */
export interface PointerMove {
  readonly number: number;
  readonly before: number | null;
}

/** Undoes the move where it was made: what was current before is so again. */
export const pointBack = async (
  pointer: string,
  { number, before }: PointerMove,
  requireAround: () => void,
): Promise<void> => {
  if ((await textOf(pointer))?.trim() !== String(number)) return;
  if (before !== null) return replaceSynced(pointer, `${before}\n`, requireAround);
  requireAround();
  await rm(pointer);
  await syncFolder(dirname(pointer));
};

const textOf = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
};
