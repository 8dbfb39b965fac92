/**
 * The folder of this project. No other file uses import.meta.url, because it may run from a bundle, which is in another
 * folder (adapters/start/bundle.mjs).
 */
const PROGRAM_FOLDER = new URL('../', import.meta.url);

/** Returns the file URL of a file of this project, for example `programFile('package.json')`. */
export function programFile(path: string): URL {
  return new URL(path, PROGRAM_FOLDER);
}
