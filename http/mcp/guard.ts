import { quoted } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { hostnameOf, isLoopback } from '../pipeline/host_names.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import type { Call } from '../pipeline/route.ts';

/** Accepts a request or refuses it with a sentence about the header field at fault. */
export type Guard = (header: Call['header']) => Result<null, Refusal>;

/**
 * Prevents pages of other sites from using the MCP server through a visitor's browser. The Origin check stops plain
 * cross-origin requests; the Host check stops DNS rebinding, where a foreign name points at this address. Programs send
 * no Origin.
 */
export function guardOf(publicUrl: string): Guard {
  const home = new URL(publicUrl);
  const forbidden = (field: string, allowed: string, value: string | null): Result<null, Refusal> => {
    const actual = value === null ? 'absent' : quoted(value);
    return err({ kind: 'forbidden', error: `${field} must be ${allowed} or a loopback address; it is ${actual}.` });
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

/** Whether an origin (a scheme, a host and possibly a port) is a loopback address. */
function isLoopbackOrigin(origin: string): boolean {
  const match = /^https?:\/\/([^/?#@]+)$/i.exec(origin);
  const hostname = hostnameOf(match?.[1] ?? null);
  return hostname !== null && isLoopback(hostname);
}
