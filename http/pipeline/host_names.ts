const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isLoopback(hostname: string): boolean {
  return LOOPBACK.has(hostname);
}

/**
 * Returns the host name of a Host field in lower case, without the port and a trailing dot, or null if it is
 * malformed.
 */
export function hostnameOf(host: string | null): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+?)\.?(?::[0-9]{0,5})?$/i.exec(host ?? '');
  return match === null ? null : match[1]!.toLowerCase();
}

/** Whether a host name is an IP address, such as `192.0.2.1` or `[2001:db8::1]`. */
export function isNumeric(hostname: string): boolean {
  return hostname.startsWith('[') || /^[0-9.]+$/.test(hostname);
}
