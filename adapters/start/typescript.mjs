import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Enables TypeScript in this thread. Deno and Node releases that strip types (22.18, 23.6 and later) need no loader. On
 * others tsx does it, with an additional thread for each thread that runs TypeScript. Programs that were not bundled
 * load this file first.
 */

/** The compile cache is in node_modules, so that only users who can change the program can write to it. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/third-witness', import.meta.url));

/**
 * Caches the stripped and compiled files. From the second start on, Node does not load its type stripper, which saves
 * 30 MB. If the folder cannot be created there is no cache: other users of the machine could write to one in a
 * temporary folder.
 */
const enableCache = () => module.enableCompileCache(CACHE);

if (!('Deno' in globalThis)) {
  if (globalThis.process.features.typescript) enableCache();
  else {
    const { register } = await import('tsx/esm/api');
    register();
  }
}
