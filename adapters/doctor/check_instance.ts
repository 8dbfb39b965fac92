import { randomInt } from 'node:crypto';
import { connect } from 'node:tls';
import { DAY_MS } from '../../domain/values/instant.ts';
import { LIMITS } from '../../schema/limits.ts';
import type { HealthResponse } from '../../schema/responses/healthResponse.ts';
import { systemClock } from '../clock.ts';
import { parseJson } from '../read_if_exists.ts';
import { describeCause } from '../uploader/failures.ts';
import type { Reporter } from './report.ts';

/** Addresses of an instance, without a trailing slash. */
interface InstanceAddresses {
  readonly localUrl: string;
  readonly publicUrl: string;
}

/** Checks a running instance, and whether its public address leads to it unaltered. */
export async function checkInstance({ localUrl, publicUrl }: InstanceAddresses, report: Reporter): Promise<void> {
  const local = await probeAddress(`${localUrl}/api/health`);
  if (local.cause !== null) return report('instance.silent', { localUrl, cause: local.cause });
  const { snapshot, exports, ok } = local.json as HealthResponse;
  if (ok) report('instance.fresh');
  else report('instance.stale', { state: snapshot.state });
  if (exports.reason !== null) report('instance.exports', { state: exports.state ?? '', reason: exports.reason });
  const { protocol, hostname, port } = new URL(publicUrl);
  if (hostname === 'localhost') report('address.local', { publicUrl });
  else if (protocol === 'http:') report('address.plain', { publicUrl });
  if (protocol === 'https:') await checkCertificate(hostname, Number(port || 443), report);
  const heard = await probeAddress(`${publicUrl}/api/health`);
  for (const [who, { offS }] of [
    ['the instance', local],
    ['the public address', heard],
  ] as const) {
    if (Math.abs(offS) > CLOCK_OFFSET_MAX_S) report('clock.differs', { who, seconds: Math.round(offS) });
  }
  if (heard.cause !== null) return report('address.unreachable', { publicUrl, cause: heard.cause });
  if (heard.status >= 300 && heard.status < 400) return report('address.redirects', { publicUrl });
  // Two data folders never have the same epoch. A rebuild may have ended in between.
  const epochs = [heard, local, await probeAddress(`${localUrl}/api/health`)].map(readAnsweredEpoch);
  if (!epochs.slice(1).includes(epochs[0])) return report('address.other', { publicUrl, status: heard.status });
  report('address.same', { publicUrl });
  const isProxied = protocol === 'https:' || port !== new URL(localUrl).port;
  const believed = await isProxyTrusted(localUrl);
  const believedInPublic = isProxied ? await isProxyTrusted(publicUrl) : believed;
  if (believed === null || believedInPublic === null) report('proxy.unknown');
  else report(isProxied && !believed ? 'proxy.untrusted' : believedInPublic ? 'proxy.trusting' : 'proxy.clients');
  if (isProxied) await checkProxyLimits(publicUrl, snapshot.id ?? '', report);
}

function readAnsweredEpoch({ json }: ProbeAnswer): string | undefined {
  return (json as Partial<HealthResponse> | null)?.snapshot?.id?.split('.')[0];
}

/** Difference of two clocks that a slow answer does not explain, in seconds. */
const CLOCK_OFFSET_MAX_S = 30;
const ANSWER_WAIT_MS = 15_000;

interface ProbeAnswer {
  /** Why there is no answer, or null if there is one. */
  readonly cause: string | null;
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
  /** Number of seconds by which the clock of the answering computer is ahead of ours. NaN if unknown. */
  readonly offS: number;
}

async function probeAddress(address: string, init: RequestInit = {}): Promise<ProbeAnswer> {
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_WAIT_MS), ...init });
    const { status, headers } = response;
    const offS = (Date.parse(headers.get('date') ?? '') - systemClock.nowMs()) / 1_000;
    return { cause: null, status, headers, json: parseJson(await response.text()), offS };
  } catch (error) {
    return { cause: describeCause(error), status: 0, headers: new Headers(), json: null, offS: Number.NaN };
  }
}

/** Days before its end at which a certificate should have been renewed. */
const CERTIFICATE_RENEWED_DAYS = 14;

async function checkCertificate(host: string, port: number, report: Reporter): Promise<void> {
  const { endsMs, cause } = await new Promise<{ endsMs: number; cause: string | null }>((resolve) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: ANSWER_WAIT_MS });
    socket.once('secureConnect', () => {
      const endsMs = Date.parse(socket.getPeerCertificate().valid_to);
      resolve({ endsMs, cause: socket.authorized ? null : `${socket.authorizationError}` });
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new DOMException('', 'TimeoutError')));
    socket.once('error', (error) => resolve({ endsMs: 0, cause: describeCause(error) }));
  });
  const days = Math.floor((endsMs - systemClock.nowMs()) / DAY_MS);
  if (cause !== null) report('address.certificate', { host, cause });
  else report(days < CERTIFICATE_RENEWED_DAYS ? 'address.expiring' : 'address.certified', { host, days });
}

/** The largest number of proxies that TW_TRUSTED_PROXIES allows. */
const PROXY_HOPS_MAX = 16;

/**
 * Whether the instance charges a request to the client that a made-up X-Forwarded-For names. Null if its answers do not
 * say how many requests are left. Pings of MCP cost little and are not cached.
 */
async function isProxyTrusted(url: string): Promise<boolean | null> {
  const requestsLeft = async (fields: Record<string, string> = {}): Promise<number> => {
    const headers = { 'content-type': 'application/json', ...fields };
    const heard = await probeAddress(`${url}/mcp`, {
      method: 'POST',
      headers,
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    });
    const left = heard.status === 200 ? /;r=(\d+)/.exec(heard.headers.get('ratelimit') ?? '')?.[1] : undefined;
    return Number(left);
  };
  // This network is for measurements (RFC 2544), so nobody has used its limits.
  const address = `198.18.${randomInt(256)}.${randomInt(256)}`;
  await requestsLeft();
  const own = await requestsLeft();
  const claimed = await requestsLeft({ 'x-forwarded-for': Array(PROXY_HOPS_MAX).fill(address).join(', ') });
  return Number.isNaN(own + claimed) ? null : claimed > own;
}

/** Checks whether the proxy lets large uploads, compressed answers and events pass. `pin` names the snapshot. */
async function checkProxyLimits(publicUrl: string, pin: string, report: Reporter): Promise<void> {
  const bytes = LIMITS.bodyBytesMax.value;
  const headers = { 'content-type': 'application/json' };
  const upload = await probeAddress(`${publicUrl}/api/intake`, { method: 'POST', headers, body: ' '.repeat(bytes) });
  // The instance refuses blanks with JSON, and a proxy refuses long bodies with a page.
  if ((upload.json as { ok?: unknown } | null)?.ok === false) report('proxy.uploads');
  else report('proxy.body', { bytes, cause: upload.cause ?? `status ${upload.status}` });
  const page = await probeAddress(`${publicUrl}/`, { headers: { 'accept-encoding': 'gzip' } });
  if (page.status === 200 && !page.headers.has('content-encoding')) report('proxy.uncompressed');
  report((await canReceiveEvents(publicUrl, pin)) ? 'proxy.events' : 'proxy.buffered');
}

/** A stream sends at once what happened since an earlier snapshot, and otherwise a comment every 15 seconds. */
const [EVENT_WITHIN_MS, COMMENT_WITHIN_MS] = [5_000, 20_000];

async function canReceiveEvents(publicUrl: string, pin: string): Promise<boolean> {
  const [epoch, n] = pin.split('.');
  const hasEarlier = Number(n) > 1;
  const address = `${publicUrl}/api/changes/stream${hasEarlier ? `?since=${epoch}.${Number(n) - 1}` : ''}`;
  const withinMs = hasEarlier ? EVENT_WITHIN_MS : COMMENT_WITHIN_MS;
  try {
    const { ok, body } = await fetch(address, { signal: AbortSignal.timeout(withinMs) });
    for await (const chunk of body ?? []) return ok && chunk.byteLength > 0;
    return false;
  } catch {
    return false;
  }
}
