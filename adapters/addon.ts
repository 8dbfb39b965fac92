import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AddonReader } from '../domain/ports/addon.ts';
import { programFile } from './program_files.ts';
import { packZip } from './zip.ts';

const FOLDER = fileURLToPath(programFile('http/addon/'));
const NAME = 'ThirdWitness';

/** Reads the addon from this project's own folder. */
export function createAddonReader(): AddonReader {
  return {
    files: () =>
      readdirSync(join(FOLDER, NAME))
        .sort()
        .map((file) => ({ path: `${NAME}/${file}`, bytes: new Uint8Array(readFileSync(join(FOLDER, NAME, file))) })),
    pack: packZip,
  };
}
