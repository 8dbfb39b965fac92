import process from 'node:process';
import { setFlagsFromString } from 'node:v8';

/**
 * Bytes of bytecode that a function executes before the engine compiles it to machine code: fifteen times the default.
 * With the default, the code that renders pages is compiled piece by piece over thousands of pages, and the compiler
 * threads use more CPU time than rendering does.
 */
const LOADED_BYTES_BUDGET = 1_000_000;

/** Matches the engine version of Node 20. Later engines wait longer by default and do not have this setting. */
const SUPPORTED_V8 = /^11\./;

/** Makes the engine wait longer before it compiles a function. Call it before anything else runs. */
export function deferCompilation(): void {
  if (SUPPORTED_V8.test(process.versions.v8 ?? '')) setFlagsFromString(`--interrupt-budget=${LOADED_BYTES_BUDGET}`);
}
