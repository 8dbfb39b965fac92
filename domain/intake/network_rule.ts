import { INSTALLS_TO_PUBLISH } from '../values/corroboration.ts';
import type { AddressFamily } from '../values/witnesses.ts';

/** Limits how many installs of one client network become witnesses (contract, section 3, Networks of witnesses). */
export interface NetworkRule {
  readonly installsMax: number;
}

/** Stands in for the network of uploads whose client network is unknown. They all share its places. */
export const UNKNOWN_NETWORK = 'unknown';

/** Returns the address family of a network (see findWitnessNetwork). The unknown network counts as IPv4. */
export function findNetworkFamily(network: string): AddressFamily {
  return network.includes(':') ? 'IPv6' : 'IPv4';
}

/** UTC days for which an install holds its place, with the first. The network may not be stored for longer. */
export const SLOT_LIFETIME_DAYS = 30;

/**
 * Returns the rule ensuring that any three witnesses of one address family come from at least `networks` networks (1 to
 * 3). For 2, at most two installs per network become witnesses; for 3, only one. Returns null for 1, which needs no
 * rule.
 */
export function createNetworkRule(networks: number): NetworkRule | null {
  return networks === 1 ? null : { installsMax: INSTALLS_TO_PUBLISH - networks + 1 };
}

/** The installs of one upload that need a place in its network, by outcome. Each install is in exactly one list. */
export interface SlotAssignment {
  /** Waiting installs that get a place. */
  readonly admitted: readonly number[];
  /** New installs that get a place. */
  readonly accepted: readonly number[];
  /** New installs that must wait. */
  readonly refused: readonly number[];
}

/**
 * Assigns a network's free places to an upload's waiting installs first, then to its new installs. An install that has
 * been given a place remains a witness permanently, in the network's address family. The place itself becomes free
 * again after 30 days.
 */
export function assignNetworkSlots(
  { installsMax }: NetworkRule,
  taken: number,
  waiting: readonly number[],
  added: readonly number[],
): SlotAssignment {
  const free = Math.max(0, installsMax - taken);
  const admitted = waiting.slice(0, free);
  const left = free - admitted.length;
  return { admitted, accepted: added.slice(0, left), refused: added.slice(left) };
}
