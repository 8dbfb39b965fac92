/**
 * Returns the client to which a request is charged (contract, section 1, Client address). This is the socket's address
 * or, behind n trusted proxies, the n-th entry from the right of X-Forwarded-For if that is an address. An IPv6 client
 * is identified by its /64. An IPv6 address that embeds an IPv4 address (mapped, 6to4, Teredo, NAT64) counts as the
 * IPv4 address, because whoever holds one also holds the other, and 6to4 would give every IPv4 address 65,536 networks.
 * The result is canonical, so equal clients have equal strings.
 */
export function findClientAddress(socketAddress: string, forwardedFor: string | null, trustedProxies: number): string {
  return normalizeAddress(findSendingAddress(socketAddress, forwardedFor, trustedProxies)) ?? UNKNOWN_ADDRESS;
}

/** Returns the address from which `findClientAddress` is derived, as received. IPv6 addresses are not cut to a /64. */
export function findSendingAddress(socketAddress: string, forwardedFor: string | null, trustedProxies: number): string {
  if (trustedProxies === 0 || forwardedFor === null) return socketAddress;
  const entry = removePort(forwardedFor.split(',').at(-trustedProxies)?.trim() ?? '');
  return normalizeAddress(entry) === null ? socketAddress : entry;
}

/**
 * Returns the /48 or /56 that contains a client's /64, or null for other clients. A single holder may have a whole /48,
 * which would count as 65,536 clients.
 */
export function findNetwork(client: string, bits: 48 | 56 = 48): string | null {
  const [, site, subnet] = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):([0-9a-f]+)::\/64$/.exec(client) ?? [];
  if (site === undefined || subnet === undefined) return null;
  return bits === 48 ? `${site}::/48` : `${site}:${(Number.parseInt(subnet, 16) & 0xff00).toString(16)}::/56`;
}

/**
 * Returns the network to which a client's installs belong as witnesses: an IPv4 /24, an IPv6 /48, or a single network
 * for all other clients.
 */
export function findWitnessNetwork(client: string): string {
  return findNetwork(client) ?? client.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
}

/** All sockets without an address, such as Unix sockets, count as one client. */
const UNKNOWN_ADDRESS = 'unknown';

/** Removes brackets and port from `1.2.3.4:567`, `[2001:db8::1]:567` and `[2001:db8::1]`. */
function removePort(entry: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry);
  if (bracketed !== null) return bracketed[1]!;
  return /^([0-9.]+):\d{1,5}$/.exec(entry)?.[1] ?? entry;
}

function normalizeAddress(address: string): string | null {
  if (!address.includes(':')) return IPV4_PATTERN.test(address) ? address : null;
  const groups = splitIpv6Groups(address.split('%', 1)[0]!);
  if (groups === null) return null;
  return findEmbeddedIpv4(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * IPv6 prefixes whose addresses embed an IPv4 address, starting at group `at`. Its bits are inverted if `inverted` is
 * set.
 */
const EMBEDDING_PREFIXES: readonly { readonly prefix: string; readonly at: number; readonly inverted?: true }[] = [
  // Mapped (RFC 4291, section 2.5.5.2).
  { prefix: '0:0:0:0:0:ffff:', at: 6 },
  // 6to4 (RFC 3056).
  { prefix: '2002:', at: 1 },
  // Teredo (RFC 4380, section 4).
  { prefix: '2001:0:', at: 6, inverted: true },
  // NAT64 (RFC 6052), and its prefix for local use (RFC 8215). Translators use both as /96 prefixes.
  { prefix: '64:ff9b:0:0:0:0:', at: 6 },
  { prefix: '64:ff9b:1:', at: 6 },
];

function findEmbeddedIpv4(groups: readonly string[]): string | null {
  const text = groups.join(':');
  const found = EMBEDDING_PREFIXES.find(({ prefix }) => text.startsWith(prefix));
  if (found === undefined) return null;
  const bytes = groups.slice(found.at, found.at + 2).flatMap(parseGroupBytes);
  return bytes.map((byte) => (found.inverted === true ? byte ^ 255 : byte)).join('.');
}

const BYTE_PATTERN = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const IPV4_PATTERN = new RegExp(`^${BYTE_PATTERN}(?:\\.${BYTE_PATTERN}){3}$`);

/** Characters allowed in an IPv6 address. Checking them first ensures that the URL parser sees no other URL syntax. */
const IPV6_CHARS = /^[0-9A-Fa-f:.]{2,45}$/;

/** Returns the eight hexadecimal groups of an IPv6 address, without leading zeros, or null if `text` is no address. */
function splitIpv6Groups(text: string): readonly string[] | null {
  const url = `http://[${text}]`;
  if (!IPV6_CHARS.test(text) || !URL.canParse(url)) return null;
  const [head = [], tail = []] = new URL(url).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':')));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

function parseGroupBytes(group: string): readonly number[] {
  const number = Number.parseInt(group, 16);
  return [number >> 8, number & 255];
}
