/**
 * Counting of the installs behind a fact if TW_WITNESS_NETWORKS enables checking client networks (contract, section
 * 3, Networks of witnesses). A household has one IPv4 network and one IPv6 network, and nothing shows that the two
 * belong together. So installs of the two address families are never added up, and the larger count decides.
 *
 * The evidence identifies an install by its witness number, which encodes the address family, and stores the two counts
 * as a single number. If networks are not checked, every install counts as IPv4.
 */
export type AddressFamily = 'IPv4' | 'IPv6';

/** Added to an IPv6 install's number to get its witness number. Larger than any install's number. */
export const FIRST_IPV6_WITNESS = 2 ** 40;

/** Weight of an IPv6 install in a stored count. It exceeds any number of installs, so one number holds both counts. */
export const IPV6_COUNT_UNIT = 2 ** 26;

/** Returns the number of installs behind a fact, given their witness numbers without duplicates. */
export function countWitnesses(witnesses: Iterable<number>): number {
  let [ipv4, ipv6] = [0, 0];
  for (const witness of witnesses) {
    if (findAddressFamily(witness) === 'IPv6') ipv6++;
    else ipv4++;
  }
  return Math.max(ipv4, ipv6);
}

export function decodeCount(kept: number): number {
  return Math.max(kept % IPV6_COUNT_UNIT, Math.floor(kept / IPV6_COUNT_UNIT));
}

/** Returns the number of installs behind any of several values. No install may have reported more than one of them. */
export function sumInstalls(tallies: readonly { readonly installs: number; readonly kept?: number }[]): number {
  return decodeCount(tallies.reduce((sum, { installs, kept = installs }) => sum + kept, 0));
}

export function findWitnessUnit(witness: number): number {
  return findAddressFamily(witness) === 'IPv6' ? IPV6_COUNT_UNIT : 1;
}

export function findAddressFamily(witness: number): AddressFamily {
  return witness < FIRST_IPV6_WITNESS ? 'IPv4' : 'IPv6';
}

export function toWitness(installN: number, family: AddressFamily): number {
  return family === 'IPv6' ? FIRST_IPV6_WITNESS + installN : installN;
}

/** Returns both witness numbers by which the evidence may identify an install. */
export function listWitnessNumbers(installN: number): readonly [number, number] {
  return [toWitness(installN, 'IPv4'), toWitness(installN, 'IPv6')];
}

/** Returns the install's number in uploads.db. */
export function findInstallOfWitness(witness: number): number {
  return witness % FIRST_IPV6_WITNESS;
}
