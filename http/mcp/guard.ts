import { quoted } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { hostnameOf, isLoopback } from '../pipeline/host_names.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import type { Call } from '../pipeline/route.ts';

/** Lets a request pass, or says which field of it rules it out. */
export type Guard = (header: Call['header']) => Result<null, Refusal>;

/**
 * Keeps other sites' pages from speaking to the tool-protocol server through a visitor's browser: neither openly, which
 * Origin tells, nor under a name of their own that was pointed at this address, which Host tells. Programs send no
 * Origin.
 */
export function guardOf(publicUrl: string): Guard {
  const home = new URL(publicUrl);
  const forbidden = (field: string, allowed: string, came: string | null): Result<null, Refusal> => {
    const told = came === null ? 'absent' : quoted(came);
    return err({ kind: 'forbidden', error: `${field} must be ${allowed} or a loopback address; it is ${told}.` });
  };
  return (header) => {
    const host = header('host');
    if (!isOurs(hostnameOf(host), home)) return forbidden('Host', home.hostname, host);
    const origin = header('origin');
    if (origin === null || origin === home.origin || isLoopbackOrigin(origin)) return ok(null);
    return forbidden('Origin', home.origin, origin);
  };
}

function isOurs(hostname: string | null, home: URL): boolean {
  return hostname !== null && (hostname === home.hostname || isLoopback(hostname));
}

/** Whether an origin, which has a scheme, a host, maybe a port and nothing else, is of this machine. */
function isLoopbackOrigin(origin: string): boolean {
  const match = /^https?:\/\/([^/?#@]+)$/i.exec(origin);
  const hostname = hostnameOf(match?.[1] ?? null);
  return hostname !== null && isLoopback(hostname);
}
