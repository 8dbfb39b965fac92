import { INSTALLS_TO_PUBLISH } from '../values/corroboration.ts';
import type { AddressFamily } from '../values/witnesses.ts';

/** How many installs of one client network count as witnesses (contract, section 3, Networks of witnesses). */
export interface NetworkRule {
  readonly installsMax: number;
}

/** What uploads without one count as. */
export const UNKNOWN_NETWORK = 'unknown';

/** The address family of a client network (domain/values/client_address.ts, witnessNetworkOf); an unknown one is IPv4. */
export function networkFamily(network: string): AddressFamily {
  return network.includes(':') ? 'IPv6' : 'IPv4';
}

/** UTC days for which a network is known, from the upload on by which an install of it came to count. */
export const PLACES_KEPT_DAYS = 30;

/**
 * The rule by which any three witnesses of one address family come from so many networks, 1 to 3: of three installs, two
 * at most are of one where it is 2, and none shares one where it is 3. Null where it is 1: every install counts. A fact
 * needs three witnesses of one family (domain/values/witnesses.ts).
 */
export function networkRuleOf(networks: number): NetworkRule | null {
  return networks === 1 ? null : { installsMax: INSTALLS_TO_PUBLISH - networks + 1 };
}
