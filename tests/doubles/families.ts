/** Witness numbers of IPv6 installs start here (domain/values/witnesses.ts). */
export const IPV6 = 2 ** 40;

/** Returns the number of installs as tallies store it. */
export function countsOf(witnesses: readonly number[]): { readonly installs: number; readonly kept?: number } {
  const ipv6 = witnesses.filter((witness) => witness >= IPV6).length;
  const kept = witnesses.length - ipv6 + ipv6 * 2 ** 26;
  return { installs: largerFamily(witnesses), ...(ipv6 === 0 ? {} : { kept }) };
}

/** Counts the installs of the larger address family, independently of domain/values/witnesses.ts. */
export function largerFamily(witnesses: readonly number[]): number {
  const ipv6 = witnesses.filter((witness) => witness >= IPV6).length;
  return Math.max(ipv6, witnesses.length - ipv6);
}
