import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

function placed(file: string): string {
  return fileURLToPath(new URL(`../../${file}`, import.meta.url));
}

/** What is filled where nothing else is named. */
export const USUAL_FOLDER = placed('data-dev');

/** What instances use where nothing else is named. */
const OF_INSTANCES = placed('data');

function real(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path);
}

/** Why a folder may not be filled; null where it may. */
export function refusalOf(folder: string): string | null {
  if (real(folder) === real(OF_INSTANCES)) return 'The folder must not be ./data, which an instance of yours may use.';
  if (!existsSync(folder)) return null;
  return statSync(folder).isDirectory() && readdirSync(folder).length === 0
    ? null
    : `The folder must be new or empty; ${folder} is neither: remove it, or name another behind \`npm run seed --\`.`;
}
