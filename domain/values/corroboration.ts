import { LIMITS } from '../../schema/limits.ts';

/**
 * The rule that the project is named after: a fact is public once this many distinct installs have reported it
 * (contract, section 3, Three installs). The domain takes the number from here.
 */
export const INSTALLS_TO_PUBLISH = LIMITS.installsToPublish.value;

/** Whether this many distinct installs make a value public. Every fact family asks here. */
export function isCorroborated(installs: number): boolean {
  return installs >= INSTALLS_TO_PUBLISH;
}

/** How many installs a value still needs to become public; 0 if it has enough. */
export function installsMissing(installs: number): number {
  return Math.max(0, INSTALLS_TO_PUBLISH - installs);
}

/**
 * The furthest of these bounds that enough installs support, or null if too few gave one. Each install gives at most one;
 * they are sorted with the boldest first: of the lower bounds 70, 50, 40 it is 40.
 */
export function supportedBound(sorted: readonly number[]): number | null {
  return sorted[INSTALLS_TO_PUBLISH - 1] ?? null;
}
