import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ProgramFileReader } from '../domain/ports/assets.ts';

/**
 * The folder of this project. No other file uses import.meta.url, because it may run from a bundle, which is in another
 * folder (adapters/start/bundle.mjs).
 */
const PROGRAM_FOLDER = new URL('../', import.meta.url);

/** Returns the path of a file of a package, such as `@picocss/pico/css/pico.min.css`. The built package has copies. */
export function locatePackageFile(path: string): string {
  const copy = fileURLToPath(locateFile(`packages/${path}`));
  return existsSync(copy) ? copy : createRequire(locateFile('package.json')).resolve(path);
}

/** Returns the file URL of a file of this project, for example `locateFile('package.json')`. */
export function locateFile(path: string): URL {
  return new URL(path, PROGRAM_FOLDER);
}

/** Reads a file of this project that is served. */
export const readProgramFile: ProgramFileReader = (path) => new Uint8Array(readFileSync(locateFile(path)));
