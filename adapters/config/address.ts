import { isIP } from 'node:net';
import { SHOWN_CHARS_MAX } from '../../domain/values/quoted.ts';
import type { Config } from '../config.ts';

/** Loopback addresses, and addresses that mean all interfaces: a reader on this machine opens `localhost`. */
const LOCAL_ADDRESS = /^(?:localhost|127\.0\.0\.1|::1|0\.0\.0\.0|::)$/i;

/**
 * Returns the URL for a reader on this machine. `port` is the port that the instance listens on. Returns null if host
 * and port do not give a URL.
 */
export function buildLocalUrl({ host }: Pick<Config, 'host'>, port: number): string | null {
  const name = LOCAL_ADDRESS.test(host) ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  const url = `http://${name}:${port}`;
  return port > 0 && URL.canParse(url) ? new URL(url).origin : null;
}

/**
 * Returns the base of all absolute URLs, without a trailing slash. Derived from host and port if TW_PUBLIC_URL is not
 * set.
 */
export function buildPublicUrl(config: Pick<Config, 'publicUrl' | 'host'>, port: number): string | null {
  return config.publicUrl ?? buildLocalUrl(config, port);
}

/** Explains in a sentence why `buildPublicUrl` returns null. */
export function explainMissingPublicUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  return port === 0
    ? 'TW_PUBLIC_URL must be set if TW_PORT is 0, because a command does not know which port the instance chose.'
    : `TW_PUBLIC_URL must be set, because TW_HOST does not give a URL; TW_HOST is ${JSON.stringify(host.slice(0, SHOWN_CHARS_MAX))}.`;
}
