import { rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import process from 'node:process';
import { formatQuantity } from '../../domain/values/phrases.ts';
import { fillFolder } from './fill.ts';
import { refusalOf, USUAL_FOLDER } from './folder.ts';

/** `npm run seed [-- FOLDER]`: fills a data folder for development, ./data-dev by default. */
const [word = USUAL_FOLDER, ...others] = process.argv.slice(2);
const folder = resolve(word);
const refusal =
  others.length === 0
    ? refusalOf(folder)
    : `The seed takes one folder; got ${formatQuantity(others.length + 1, 'word')}.`;

if (refusal !== null) {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
} else {
  try {
    const { records, installs, build, page } = await fillFolder(folder);
    const near = relative(process.cwd(), folder);
    const shown = near.startsWith('..') ? folder : `./${near}`;
    const held = `${formatQuantity(records, 'record')} of ${formatQuantity(installs, 'install')}, and the made-up build ${build}`;
    process.stdout.write(`${shown} holds ${held}. Look at it:

    TW_DATA_DIR=${shown} npm run dev

then open http://localhost:8787/, such as ${page}, /api/corpus/public or /docs.
`);
  } catch (error) {
    // The folder was new or empty, so everything in it is from this run.
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
