import { LIMITS } from '../../schema/limits.ts';

/**
 * The rule that the project is named after: a fact is public once this many distinct installs have reported it
 * (contract, section 3, Three installs). All code in `domain` takes the number from this constant.
 */
export const INSTALLS_TO_PUBLISH = LIMITS.installsToPublish.value;

/** Whether this number of distinct installs makes a value public. Every fact family calls this function. */
export function isCorroborated(installs: number): boolean {
  return installs >= INSTALLS_TO_PUBLISH;
}

/**
 * Number of installs that must have looted a source before it is listed with the others. Three installs that agree can
 * invent a creature and what it drops, so sources of fewer installs come last and files for other addons omit them.
 */
export const INSTALLS_TO_LEAD = 5;

export function hasManyLooters({ reporters }: { readonly reporters: number }): boolean {
  return reporters >= INSTALLS_TO_LEAD;
}

/** Returns the number of installs that a value still needs before it becomes public, or 0 if it has enough. */
export function countMissingInstalls(installs: number): number {
  return Math.max(0, INSTALLS_TO_PUBLISH - installs);
}

/**
 * Returns the tightest bound supported by enough installs, or null if there are too few. If three are needed, the
 * sorted bounds 70, 50 and 40 yield 40.
 */
export function findSupportedBound(sorted: readonly number[]): number | null {
  return sorted[INSTALLS_TO_PUBLISH - 1] ?? null;
}
