import { accessSync, constants, statfsSync } from 'node:fs';

/** Linux keeps the files of this folder in memory. */
const FOLDER = '/dev/shm';

/** Containers often have only 64 MB there, which the databases of the tests would fill. */
const FREE_MIN_BYTES = 1_000_000_000;

/** Returns a writable folder in memory, or null if the machine has none with enough space. */
export function memoryFolder(): string | null {
  try {
    accessSync(FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(FOLDER);
    return bavail * bsize >= FREE_MIN_BYTES ? FOLDER : null;
  } catch {
    return null;
  }
}
