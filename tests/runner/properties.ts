import process from 'node:process';
import fc from 'fast-check';

/**
 * How long fast-check may take to shrink a failing property. Some properties create a database for every try, and
 * shrinking one of those can take half an hour. No property that holds runs this long; one that did would fail.
 */
const TIME_MS = 180_000;

fc.configureGlobal({ interruptAfterTimeLimit: TIME_MS, markInterruptAsFailure: true, includeErrorInReport: true });

/**
 * The environment variable that multiplies the tries of expensive properties, and the share of the cases of exhaustive
 * tests. `npm test` and CI set it below 1; without it, everything is tried.
 */
export const PROPERTY_RUNS = 'PROPERTY_RUNS';

/** Returns how often to try a property whose full number of tries is `full`; at least once. */
export function propertyRuns(full: number): number {
  return Math.max(1, Math.round(full * readFactor()));
}

/** Returns n if an exhaustive test is to try every nth of its cases: 1 in a full run. */
export function triedCaseStep(): number {
  return Math.max(1, Math.round(1 / readFactor()));
}

/**
 * Returns the cases of an exhaustive test to try: all of them in a full run, otherwise every nth from a random first
 * one, so that other cases are tried each time.
 */
export function casesToTry<T>(cases: readonly T[]): readonly T[] {
  const step = triedCaseStep();
  const first = Math.floor(Math.random() * Math.min(step, cases.length));
  return cases.filter((_, i) => i % step === first);
}

function readFactor(): number {
  const factor = Number(process.env[PROPERTY_RUNS] ?? 1);
  if (!(factor > 0)) throw new Error(`${PROPERTY_RUNS} must be a number above 0; it is ${process.env[PROPERTY_RUNS]}.`);
  return factor;
}
