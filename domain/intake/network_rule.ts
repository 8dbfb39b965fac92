import { INSTALLS_TO_PUBLISH } from '../values/corroboration.ts';
import type { AddressFamily } from '../values/witnesses.ts';

/** Limits how many installs of one client network become witnesses (contract, section 3, Networks of witnesses). */
export interface NetworkRule {
  readonly installsMax: number;
}

/** Network of uploads whose client network is unknown. They share its places. */
export const UNKNOWN_NETWORK = 'unknown';

/** Returns the family of a network (witnessNetworkOf in domain/values/client_address.ts); unknown ones are IPv4. */
export function networkFamily(network: string): AddressFamily {
  return network.includes(':') ? 'IPv6' : 'IPv4';
}

/** UTC days for which an install's place in its network is stored, starting with the upload that got the place. */
export const PLACE_LIFETIME_DAYS = 30;

/**
 * Returns the rule that any three witnesses of one address family come from at least `networks` networks, 1 to 3. With
 * 2, at most two installs of a network become witnesses; with 3, one does; with 1, null is returned.
 */
export function createNetworkRule(networks: number): NetworkRule | null {
  return networks === 1 ? null : { installsMax: INSTALLS_TO_PUBLISH - networks + 1 };
}

/** The installs of one upload that need a place in its network, by outcome. Each install is in one list. */
export interface PlaceAssignment {
  /** Waiting installs that get a place. */
  readonly admitted: readonly number[];
  /** New installs that get a place. */
  readonly accepted: readonly number[];
  /** New installs that must wait. */
  readonly refused: readonly number[];
}

/**
 * Gives a network's free places to an upload's waiting installs first, then to its new ones. An install with a place
 * counts as a witness for good, in the address family of the network; the place is free again after 30 days.
 */
export function assignPlaces(
  { installsMax }: NetworkRule,
  taken: number,
  waiting: readonly number[],
  added: readonly number[],
): PlaceAssignment {
  const free = Math.max(0, installsMax - taken);
  const admitted = waiting.slice(0, free);
  const left = free - admitted.length;
  return { admitted, accepted: added.slice(0, left), refused: added.slice(left) };
}
