import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AddonReader } from '../domain/ports/addon.ts';

const FOLDER = fileURLToPath(new URL('../http/addon/', import.meta.url));
const NAME = 'ThirdWitness';

/** Modification time of every file, fixed so that all machines build the same archive. Zip stores local time. */
const NO_TIME = new Date(2000, 0, 1);

/** Reads the addon from this project's own folder. */
export function createAddonReader(): AddonReader {
  return {
    files: () =>
      readdirSync(join(FOLDER, NAME))
        .sort()
        .map((file) => ({ path: `${NAME}/${file}`, bytes: new Uint8Array(readFileSync(join(FOLDER, NAME, file))) })),
    pack: async (files) => {
      const { zipSync } = await import('fflate');
      const entries = Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]));
      return new Uint8Array(zipSync(entries, { level: 9, mtime: NO_TIME }));
    },
  };
}
