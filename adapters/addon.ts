import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AddonFile, AddonFileReader } from '../domain/ports/addon.ts';
import { DATA_ADDON } from '../domain/ports/data_addon.ts';
import { locateFile } from './program_files.ts';
import { packZip } from './zip.ts';

const ADDON_FOLDER = fileURLToPath(locateFile('http/addon/'));

/** Reads the addon from this project's own folder. */
export function createAddonReader(): AddonFileReader {
  return { files: () => readAddonFolder('ThirdWitness'), pack: packZip };
}

/** Returns the table of contents and the functions of the addon of data. */
export function readDataAddonFiles(): readonly AddonFile[] {
  return readAddonFolder(DATA_ADDON);
}

function readAddonFolder(name: string): readonly AddonFile[] {
  return readdirSync(join(ADDON_FOLDER, name))
    .sort()
    .map((file) => ({ path: `${name}/${file}`, bytes: new Uint8Array(readFileSync(join(ADDON_FOLDER, name, file))) }));
}
