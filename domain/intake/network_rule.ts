import { INSTALLS_TO_PUBLISH } from '../values/corroboration.ts';

/** How many installs of one client network count as witnesses (contract, section 3, Networks of witnesses). */
export interface NetworkRule {
  readonly installsMax: number;
}

/** What uploads without one count as. */
export const UNKNOWN_NETWORK = 'unknown';

/** UTC days for which a network is known, from the upload on by which an install of it came to count. */
export const PLACES_KEPT_DAYS = 30;

/**
 * The rule by which any three witnesses come from so many networks, 1 to 3: of three installs, two at most are of one
 * where it is 2, and none shares one where it is 3. Null where it is 1: every install counts.
 */
export const networkRuleOf = (networks: number): NetworkRule | null =>
  networks === 1 ? null : { installsMax: INSTALLS_TO_PUBLISH - networks + 1 };
