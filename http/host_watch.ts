import type { Log } from '../domain/ports/log.ts';
import type { AppSettings } from './context.ts';
import { hostnameOf, isLoopback, isNumeric } from './pipeline/host_names.ts';

/** Looks at the Host field of a request. */
export type HostWatch = (host: string | null) => void;

/** A sender may write any name there: so many are told of, then no more. */
const NAMES_MAX = 8;
const FIELD_CHARS_MAX = 260;

/** Told in place of an address, which may be a client's. */
const NUMERIC = 'a numeric address';

/**
 * Warns, once a name, where readers open the instance under another name than its links begin with: those links may lead
 * them nowhere. Behind a proxy the Host field is the proxy's own business, and loopback names are those of proxies and
 * of whoever looks after the machine; only where the links themselves lead to a loopback name must the port be theirs.
 */
export function createHostWatch(
  { publicUrl, trustedProxies }: Pick<AppSettings, 'publicUrl' | 'trustedProxies'>,
  log: Log,
): HostWatch {
  const home = new URL(publicUrl);
  const told = new Set<string>();
  let usual = home.host;

  /** What to tell of a Host field; null: nothing. */
  const nameOf = (host: string): string | null => {
    const hostname = host.length > FIELD_CHARS_MAX ? null : hostnameOf(host);
    if (hostname === null) return null;
    if (isLoopback(hostname)) {
      const elsewhere = isLoopback(home.hostname) && portOf(host) !== portOf(home.host);
      return elsewhere ? `${hostname}:${portOf(host)}` : null;
    }
    if (hostname === home.hostname) return null;
    return isNumeric(hostname) ? NUMERIC : hostname;
  };

  return (host) => {
    // The usual case, on the way of every request.
    if (host === null || host === usual || trustedProxies > 0 || told.size >= NAMES_MAX) return;
    const name = nameOf(host);
    if (name === null) usual = host;
    else if (!told.has(name)) {
      told.add(name);
      log.warn('http.other-host', { name, publicUrl });
    }
  };
}

function portOf(host: string): string {
  return /:([0-9]+)$/.exec(host)?.[1] ?? '80';
}
