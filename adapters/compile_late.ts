import process from 'node:process';
import { setFlagsFromString } from 'node:v8';

/**
 * Work that a function does, in bytes of bytecode, before the engine makes machine code of it: fifteen times the usual.
 * Sooner, what answers pages is compiled bit by bit over thousands of them, in threads that cost more than the pages do.
 */
const BUDGET_BYTES = 1_000_000;

/** The engine of Node 20; those of later releases wait longer by themselves and know no such setting. */
const ENGINE = /^11\./;

/** Has the engine wait longer before it compiles. To be called before anything else runs. */
export function compileLate(): void {
  if (ENGINE.test(process.versions.v8 ?? '')) setFlagsFromString(`--interrupt-budget=${BUDGET_BYTES}`);
}
