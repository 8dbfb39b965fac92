import { resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { findProgram } from './find_program.mjs';

/**
 * Starts one of this project's programs: `node adapters/start/program.mjs http/main.ts`. The program sees the arguments
 * that it would see if Node had started it directly.
 */
const [node, , file, ...args] = process.argv;
process.argv = [node, file, ...args];
await import(await findProgram(pathToFileURL(resolve(file)).href));
