import { isIP } from 'node:net';
import { SHOWN_CHARS_MAX } from '../../domain/values/quoted.ts';
import type { Config } from '../config.ts';

/** Addresses of this machine and of all interfaces. A reader on this machine opens `localhost` for either. */
const LOCAL_ADDRESS = /^(?:localhost|127\.0\.0\.1|::1|0\.0\.0\.0|::)$/i;

/** Returns the URL for a reader on this machine, or null if the host and the actual port do not form a URL. */
export function buildLocalUrl({ host }: Pick<Config, 'host'>, port: number): string | null {
  const name = LOCAL_ADDRESS.test(host) ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  const url = `http://${name}:${port}`;
  return port > 0 && URL.canParse(url) ? new URL(url).origin : null;
}

/** Returns the base of all absolute URLs, without a trailing slash: TW_PUBLIC_URL, or else the local URL. */
export function buildPublicUrl(config: Pick<Config, 'publicUrl' | 'host'>, port: number): string | null {
  return config.publicUrl ?? buildLocalUrl(config, port);
}

/** Returns a sentence that explains why `buildPublicUrl` returns null. */
export function explainMissingPublicUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  return port === 0
    ? 'TW_PUBLIC_URL must be set if TW_PORT is 0, because a command does not know which port the instance chose.'
    : `TW_PUBLIC_URL must be set, because TW_HOST does not give a URL; TW_HOST is ${JSON.stringify(host.slice(0, SHOWN_CHARS_MAX))}.`;
}
