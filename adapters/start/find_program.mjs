import { existsSync } from 'node:fs';
import * as module from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { markBundle } from './bundle_use.mjs';
import { cacheFolder, ROOT, readCurrent, TOP } from './cache.mjs';
import { logEarly } from './early_log.mjs';
import { mapStacks } from './map_stacks.mjs';
import { PROGRAMS } from './programs.mjs';

/**
 * Finds the code of a program. Loading a thousand TypeScript files takes over a second, so all programs are bundled once
 * (bundle.mjs) into `node_modules/.cache`, where only users who can change the program can write. A bundle is used only
 * if all files from which it was made are unchanged, so an edited file takes effect at the next start. A program that
 * cannot be bundled starts from its source.
 *
 * The files of this folder are JavaScript, because they run before TypeScript can be loaded.
 */

/**
 * Returns the URL of the module to import for a source file (a file URL). Prepares this thread for the module: readable
 * stacks and a compile cache for a bundle, TypeScript for a source file.
 */
export async function findProgram(source) {
  if ('Deno' in globalThis) return source;
  const path = source.startsWith(ROOT.href) ? source.slice(ROOT.href.length) : '';
  const bundle = PROGRAMS.includes(path) ? await findBundle(path) : null;
  if (bundle === null) {
    await import('./typescript.mjs');
    return source;
  }
  if (bundle !== TOP) markBundle(bundle);
  const folder = pathToFileURL(join(bundle, '/'));
  mapStacks(folder);
  // Where adapters/program_files.ts would be: the modules of a bundle are in other folders.
  globalThis.thirdWitnessUrl = new URL('adapters/program_files.ts', ROOT).href;
  // Node 20 has no compile cache.
  module.enableCompileCache?.(join(bundle, 'compiled'));
  return new URL(moduleOf(path), folder).href;
}

function moduleOf(path) {
  return path.replace(/\.ts$/, '.mjs');
}

/**
 * Returns the folder of an up-to-date bundle, which is made if there is none, or null if it cannot be made. The built
 * package (`npm run build`) is its own bundle.
 */
async function findBundle(path) {
  if (existsSync(join(TOP, moduleOf(path)))) return TOP;
  if (!existsSync(join(TOP, 'node_modules/esbuild'))) {
    process.stderr.write(`${NOT_INSTALLED}\n`);
    process.exit(1);
  }
  try {
    const cache = cacheFolder();
    const bundle = readCurrent(cache);
    if (bundle !== null) return bundle;
    const { createBundle } = await import('./bundle.mjs');
    return await createBundle(cache);
  } catch (error) {
    logUnbundled(error);
    return null;
  }
}

const NOT_INSTALLED =
  'The packages with which the program starts from its source are missing: run npm install in its folder, without --omit=dev.';

/** Set by an instance in the environment of its builder (FOLDER_ENV in adapters/data_folder/open_folder.ts). */
const PARENT = 'THIRD_WITNESS_FOLDER';

/** Logs once per start that the program runs from its source: not in threads and child processes of an instance. */
function logUnbundled(error) {
  if (!isMainThread || process.env[PARENT] !== undefined) return;
  const code = error.code ?? 'BUNDLE_FAILED';
  const sentence = `This start takes longer, because the program could not be bundled into node_modules/.cache (${code}).`;
  logEarly('warn', 'program.not_bundled', { code }, sentence);
}
