import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

function placed(file: string): string {
  return fileURLToPath(new URL(`../../${file}`, import.meta.url));
}

/** The default folder. */
export const USUAL_FOLDER = placed('data-dev');

/** The default data folder of instances. */
const OF_INSTANCES = placed('data');

function real(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path);
}

/** Returns why a folder must not be filled, or null if it may be. */
export function refusalOf(folder: string): string | null {
  if (real(folder) === real(OF_INSTANCES)) return 'The folder must not be ./data, which an instance of yours may use.';
  if (!existsSync(folder)) return null;
  return statSync(folder).isDirectory() && readdirSync(folder).length === 0
    ? null
    : `The folder must be new or empty; ${folder} is neither: remove it, or name another behind \`npm run seed --\`.`;
}
