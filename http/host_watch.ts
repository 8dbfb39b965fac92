import type { Log } from '../domain/ports/log.ts';
import type { AppSettings } from './context.ts';

/** Maximum number of names to log, because clients can send any name. */
const HOSTS_LOGGED_MAX = 8;
const FIELD_CHARS_MAX = 260;

/** Logged instead of an IP address, because the address may be a client's. */
const NUMERIC_ADDRESS = 'a numeric address';

/**
 * Logs a warning, once per name, if readers open the instance under a name that differs from the public URL's, because
 * links may not work for them. Requests through a proxy are ignored, because a proxy may set any Host field. Loopback
 * names are also ignored, because proxies and the operator use them, unless the public URL has a loopback name, too,
 * and the port differs.
 */
export function createHostWatch(
  { publicUrl, trustedProxies }: Pick<AppSettings, 'publicUrl' | 'trustedProxies'>,
  log: Log,
) {
  const home = new URL(publicUrl);
  const logged = new Set<string>();
  let usual = home.host;

  /** Returns the name to log for a Host field, or null if the field is fine. */
  const foreignName = (host: string): string | null => {
    const hostname = host.length > FIELD_CHARS_MAX ? null : parseHostname(host);
    if (hostname === null) return null;
    if (isLoopback(hostname)) {
      const elsewhere = isLoopback(home.hostname) && parsePort(host) !== parsePort(home.host);
      return elsewhere ? `${hostname}:${parsePort(host)}` : null;
    }
    if (hostname === home.hostname) return null;
    return hostname.startsWith('[') || /^[0-9.]+$/.test(hostname) ? NUMERIC_ADDRESS : hostname;
  };

  return (host: string | null): void => {
    // This runs for every request, so the common cases come first.
    if (host === null || host === usual || trustedProxies > 0 || logged.size >= HOSTS_LOGGED_MAX) return;
    const name = foreignName(host);
    if (name === null) usual = host;
    else if (!logged.has(name)) {
      logged.add(name);
      log.warn('http.other-host', { name, publicUrl });
    }
  };
}

function parsePort(host: string): string {
  return /:([0-9]+)$/.exec(host)?.[1] ?? '80';
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isLoopback(hostname: string): boolean {
  return LOOPBACK_HOSTS.has(hostname);
}

/**
 * Returns the host name of a Host field in lower case, without the port or a trailing dot, or null if it is malformed.
 */
export function parseHostname(host: string | null): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+?)\.?(?::[0-9]{0,5})?$/i.exec(host ?? '');
  return match === null ? null : match[1]!.toLowerCase();
}

/** Whether a host name is an IP address, such as `192.0.2.1` or `[2001:db8::1]`. */
