import { quote } from '../../domain/values/quoted.ts';
import { err } from '../../domain/values/result.ts';
import { LIMITS } from '../../schema/limits.ts';
import type { Context } from '../context.ts';
import { isLoopback, parseHostname } from '../host_watch.ts';
import { receiveBody, refuseUnlessJson } from '../intake/receive_body.ts';
import { type Refusal, refuseHead } from '../pipeline/refusal.ts';
import type { Call, Route } from '../pipeline/route.ts';

/**
 * Maximum size of a message. Calls need a few thousand bytes at most. Bodies are parsed on the answering thread, so
 * large ones must not block it.
 */
const MESSAGE_BYTES_MAX = LIMITS.mcpBodyBytesMax.value;

const RECEIVE_SENTENCES = {
  tooLarge: `The body must be at most ${MESSAGE_BYTES_MAX} bytes; got more.`,
  advice: 'Ask again later.',
};

export const VERSION_FIELD = 'mcp-protocol-version';

/** Returns the function that checks the header fields of a message and reads its body. */
export function createMessageReceiver(context: Context): Route['receive'] & object {
  return async (call, use) => {
    const { header } = call;
    const refusal =
      refuseForeignSite(header, new URL(context.settings.publicUrl)) ??
      refuseUnlessJson(header('content-type')) ??
      refuseCoding(header('content-encoding'));
    if (refusal !== null) return err(refusal);
    // The intake gate limits the memory of all bodies together, so that a flood cannot fill it.
    return receiveBody(context, call, MESSAGE_BYTES_MAX, RECEIVE_SENTENCES, (body) =>
      use({ body, fields: { [VERSION_FIELD]: header(VERSION_FIELD) } }),
    );
  };
}

function refuseCoding(coding: string | null): Refusal | null {
  if (coding === null || coding.trim().toLowerCase() === 'identity') return null;
  return refuseHead(`Content-Encoding must be absent; it is ${quote(coding)}.`);
}

/**
 * Prevents pages of other sites from using the MCP server through a visitor's browser. The Origin check stops plain
 * cross-origin requests; the Host check stops DNS rebinding, where a foreign name points at this address. Programs send
 * no Origin.
 */
function refuseForeignSite(header: Call['header'], home: URL): Refusal | null {
  const host = header('host');
  if (!isOwnHost(parseHostname(host), home)) return refuseForbidden('Host', home.hostname, host);
  const origin = header('origin');
  if (origin === null || origin === home.origin || isLoopbackOrigin(origin)) return null;
  return refuseForbidden('Origin', home.origin, origin);
}

function refuseForbidden(field: string, allowed: string, value: string | null): Refusal {
  const actual = value === null ? 'absent' : quote(value);
  return { kind: 'forbidden', error: `${field} must be ${allowed} or a loopback address; it is ${actual}.` };
}

function isOwnHost(hostname: string | null, home: URL): boolean {
  return hostname !== null && (hostname === home.hostname || isLoopback(hostname));
}

/** Whether an origin (a scheme, a host and possibly a port) is a loopback address. */
function isLoopbackOrigin(origin: string): boolean {
  const match = /^https?:\/\/([^/?#@]+)$/i.exec(origin);
  const hostname = parseHostname(match?.[1] ?? null);
  return hostname !== null && isLoopback(hostname);
}
