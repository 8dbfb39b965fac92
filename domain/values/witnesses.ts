/**
 * How the installs behind a fact are counted where TW_WITNESS_NETWORKS looks at client networks (contract, section 3,
 * Networks of witnesses). One household has an IPv4 network and an IPv6 one, and nothing shows that they belong together.
 * So installs of the two address families are never added up: the larger family's count decides.
 *
 * The evidence knows an install by its witness number, which says the family, and keeps a count of installs as one
 * number that holds both families'. Where networks are not looked at, every install counts as IPv4.
 */
export type AddressFamily = 'IPv4' | 'IPv6';

/** Added to the number of an IPv6 install. Larger than any install's number. */
export const FIRST_IPV6_WITNESS = 2 ** 40;

/** What an IPv6 install adds to a kept count; an IPv4 one adds 1. Larger than any number of installs. */
export const IPV6_WEIGHT = 2 ** 26;

/** The number of installs behind a fact, from the witness numbers of all of them, each once. */
export function countWitnesses(witnesses: Iterable<number>): number {
  let [ipv4, ipv6] = [0, 0];
  for (const witness of witnesses) {
    if (addressFamily(witness) === 'IPv6') ipv6++;
    else ipv4++;
  }
  return Math.max(ipv4, ipv6);
}

/** The number of installs behind a fact, from a kept count. */
export function readCount(kept: number): number {
  return Math.max(kept % IPV6_WEIGHT, Math.floor(kept / IPV6_WEIGHT));
}

/** The number of installs behind any of several values, if each install holds one of them. */
export function countTogether(tallies: readonly { readonly installs: number; readonly kept?: number }[]): number {
  return readCount(tallies.reduce((sum, { installs, kept = installs }) => sum + kept, 0));
}

/** What an install adds to a kept count. */
export function weighWitness(witness: number): number {
  return addressFamily(witness) === 'IPv6' ? IPV6_WEIGHT : 1;
}

export function addressFamily(witness: number): AddressFamily {
  return witness < FIRST_IPV6_WITNESS ? 'IPv4' : 'IPv6';
}

export function witnessNumber(installN: number, family: AddressFamily): number {
  return family === 'IPv6' ? FIRST_IPV6_WITNESS + installN : installN;
}

/** Both numbers under which the evidence may know an install. */
export function witnessNumbers(installN: number): readonly [number, number] {
  return [witnessNumber(installN, 'IPv4'), witnessNumber(installN, 'IPv6')];
}

/** The install's number in uploads.db. */
export function installOfWitness(witness: number): number {
  return witness % FIRST_IPV6_WITNESS;
}
