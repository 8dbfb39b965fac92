import { fileURLToPath } from 'node:url';
import { locateFile } from './program_files.ts';
import { COMMANDS } from './start/programs.mjs';

/**
 * Node arguments that run the TypeScript file that follows them, from any working directory. This project's programs run
 * from their bundle if there is one. The scripts in package.json use the same arguments with relative paths. Deno needs
 * no arguments.
 */
export const START_ARGS: readonly string[] = [fileURLToPath(locateFile('adapters/start/program.mjs'))];

/** The file with which threads start. It loads the module that `entry` of their `workerData` names. */
export const THREAD_FILE: URL = locateFile('adapters/start/thread.mjs');

/** Engine flags of commands, which the builder uses, too. */
export const GARBAGE_ARGS = COMMANDS.flags;
