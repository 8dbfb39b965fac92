import process from 'node:process';
import fc from 'fast-check';

/**
 * How long fast-check may take to shrink a failing property. Some properties create a database for every try, and
 * shrinking one of those can take half an hour. No property that holds runs this long; one that did would fail.
 */
const TIME_MS = 180_000;

fc.configureGlobal({ interruptAfterTimeLimit: TIME_MS, markInterruptAsFailure: true, includeErrorInReport: true });

/** The environment variable that multiplies the tries of the expensive properties; the fast run sets it below 1. */
export const PROPERTY_RUNS = 'PROPERTY_RUNS';

/** Returns how often to try a property whose full number of tries is `full`; at least once. */
export function propertyRuns(full: number): number {
  const factor = Number(process.env[PROPERTY_RUNS] ?? 1);
  if (!(factor > 0)) throw new Error(`${PROPERTY_RUNS} must be a number above 0; it is ${process.env[PROPERTY_RUNS]}.`);
  return Math.max(1, Math.round(full * factor));
}
