import process from 'node:process';
import { formatQuantity } from '../../domain/values/phrases.ts';
import { inRotation, readAsked } from './choose.ts';
import { type Copy, copyProgram } from './copy.ts';
import { FAULTS, type Fault } from './faults.ts';
import { runFile } from './run_file.ts';

/**
 * `npm run counterfaults [-- NAME … | --some COUNT [--turn NUMBER]]`: weakens a copy of the program, one fault at a
 * time, and shows which tests notice. Fails if a fault goes unnoticed. Without arguments it first runs the same tests
 * on the unchanged copy.
 */
const DAY_MS = 86_400_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Whether the tests of these faults pass on the unchanged copy. */
async function isSound(copy: Copy): Promise<boolean> {
  let sound = true;
  for (const file of new Set(FAULTS.flatMap(({ tests }) => tests))) {
    const { failed, broke } = await runFile(copy, file);
    if (failed === null && broke === null) continue;
    sound = false;
    say(`NOT SOUND   ${file} fails without any fault: ${failed ?? broke}`);
  }
  return sound;
}

/** Whether a test of the fault fails. A file that does not run to its end does not count. */
async function isCaught(copy: Copy, fault: Fault): Promise<boolean> {
  const began = performance.now();
  const takeOut = copy.plant(fault);
  try {
    for (const file of fault.tests) {
      const { failed, broke } = await runFile(copy, file);
      const took = `${((performance.now() - began) / 1000).toFixed(1)} s`;
      if (failed !== null) {
        say(`caught      ${fault.name}: ${file}, "${failed}" (${took})`);
        return true;
      }
      if (broke !== null) {
        say(`BROKEN      ${fault.name}: ${file} did not run to its end (${took}); ${broke}`);
        return false;
      }
    }
    say(`NOT CAUGHT  ${fault.name}: nothing notices a program that ${fault.does}`);
    return false;
  } finally {
    takeOut();
  }
}

async function run(faults: readonly Fault[], whole: boolean): Promise<number> {
  const copy = copyProgram();
  // Removes the copy even if the command is interrupted.
  process.once('exit', copy.remove);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  try {
    if (whole && !(await isSound(copy))) return 1;
    let missed = 0;
    for (const fault of faults) if (!(await isCaught(copy, fault))) missed++;
    say(`${formatQuantity(faults.length, 'fault')}, ${faults.length - missed} caught`);
    return missed === 0 ? 0 : 1;
  } finally {
    copy.remove();
  }
}

const names = FAULTS.map(({ name }) => name);
const asked = readAsked(process.argv.slice(2), names, Math.floor(Date.now() / DAY_MS));
if (typeof asked === 'string') {
  process.stderr.write(`${asked}\n`);
  process.exitCode = 1;
} else {
  const named = FAULTS.filter(({ name }) => asked.names.includes(name));
  const chosen = asked.some === null ? named : inRotation(FAULTS, asked.some, asked.turn);
  process.exitCode = chosen.length > 0 ? await run(chosen, false) : await run(FAULTS, true);
}
