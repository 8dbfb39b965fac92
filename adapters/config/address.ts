import { isIP } from 'node:net';
import { SHOWN_CHARS_MAX } from '../../domain/values/quoted.ts';
import type { Config } from '../config.ts';

/** Addresses that only this machine reaches, and those that stand for all of its own: a reader here opens `localhost`. */
const OF_THIS_MACHINE = /^(?:localhost|127\.0\.0\.1|::1|0\.0\.0\.0|::)$/i;

/** What a reader on this machine opens, given the port that is listened on; null where no URL follows from host and port. */
export function localUrlOf({ host }: Pick<Config, 'host'>, port: number): string | null {
  const name = OF_THIS_MACHINE.test(host) ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  const url = `http://${name}:${port}`;
  return port > 0 && URL.canParse(url) ? new URL(url).origin : null;
}

/** The only source of absolute URLs, without a trailing slash. Where nobody says it, it follows host and port. */
export function publicUrlOf(config: Pick<Config, 'publicUrl' | 'host'>, port: number): string | null {
  return config.publicUrl ?? localUrlOf(config, port);
}

/** Why there is no address for links. */
export function noPublicUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  return port === 0
    ? 'TW_PUBLIC_URL must be set where TW_PORT is 0: which port the instance chose is not known to a command.'
    : `TW_PUBLIC_URL must be set, since no URL follows from TW_HOST; it is ${JSON.stringify(host.slice(0, SHOWN_CHARS_MAX))}.`;
}
