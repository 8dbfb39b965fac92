/**
 * Who a request counts for (contract, section 1, Client address): the socket's address, or the n-th entry from the
 * right of X-Forwarded-For where n proxies in front are trusted. An IPv6 client counts by its /64, an IPv4 address
 * mapped into IPv6 as IPv4. The text is canonical: one client, one text.
 *
 * A header with fewer entries than proxies, or an entry that is no address, did not come through them: the socket's
 * address stands.
 */
export const clientAddress = (socketAddress: string, forwardedFor: string | null, trustedProxies: number): string => {
  if (trustedProxies > 0 && forwardedFor !== null) {
    const entry = forwardedFor.split(',').at(-trustedProxies);
    const forwarded = entry === undefined ? null : canonical(withoutPort(entry.trim()));
    if (forwarded !== null) return forwarded;
  }
  return canonical(socketAddress) ?? UNKNOWN;
};

/** A socket without an address, such as a Unix socket's: all of them count as one client. */
const UNKNOWN = 'unknown';

/** `1.2.3.4:567`, `[2001:db8::1]:567` and `[2001:db8::1]` without brackets and port. */
const withoutPort = (entry: string): string => {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry);
  if (bracketed !== null) return bracketed[1]!;
  return /^([0-9.]+):\d{1,5}$/.exec(entry)?.[1] ?? entry;
};

const canonical = (address: string): string | null => {
  if (!address.includes(':')) return isIpv4(address) ? address : null;
  const groups = ipv6Groups(address.split('%', 1)[0]!);
  if (groups === null) return null;
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
};

const BYTE = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const IPV4 = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`);
const isIpv4 = (text: string): boolean => IPV4.test(text);

const IPV6_CHARS_MAX = 45;

/** The eight 16-bit groups of an IPv6 address, null where the text is none. */
const ipv6Groups = (text: string): readonly number[] | null => {
  if (text.length > IPV6_CHARS_MAX) return null;
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const sides = halves.map((half) => (half === '' ? [] : half.split(':')));
  const tail = sides.at(-1)!;
  const last = tail.at(-1);
  if (last?.includes('.')) {
    if (!isIpv4(last)) return null;
    const [a, b, c, d] = last.split('.').map(Number) as [number, number, number, number];
    tail.splice(-1, 1, ((a << 8) | b).toString(16), ((c << 8) | d).toString(16));
  }
  const given = sides.flat();
  if (!given.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return null;
  // `::` stands for at least one group.
  if (halves.length === 1 ? given.length !== 8 : given.length > 7) return null;
  const zeros: string[] = Array(8 - given.length).fill('0');
  return [...sides[0]!, ...zeros, ...(sides[1] ?? [])].map((group) => Number.parseInt(group, 16));
};
