import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Has this thread read TypeScript. A Node that takes types out by itself (22.18, 23.6 and later) needs no loader, and
 * Deno neither; on others tsx does it, with a thread of its own beside each that runs TypeScript. Programs are started
 * with `node --import ./adapters/typescript.mjs`; threads begin with it.
 */

/** With what is installed, so that only those can write it who can write the program. */
const CACHE = fileURLToPath(new URL('../node_modules/.cache/third-witness', import.meta.url));

/**
 * Keeps what was made of the files. From the second start on nothing is left to be taken out, and the part of Node that
 * does it is not loaded: 30 MB less. Where the folder cannot be made nothing is kept: a folder for temporary files is one
 * that others on the machine write to.
 */
const keepCompiled = () => module.enableCompileCache(CACHE);

if (!('Deno' in globalThis)) {
  if (globalThis.process.features.typescript) keepCompiled();
  else {
    const { register } = await import('tsx/esm/api');
    register();
  }
}
