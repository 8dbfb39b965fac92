import type { HeaderFields, Primary, PrimaryAnswer, PrimaryFault } from '../../domain/ports/primary.ts';
import { findSendingAddress } from '../../domain/values/client_address.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { readWholeBytes } from '../../domain/values/whole_bytes.ts';
import type { Context } from '../context.ts';
import { RETRY_AFTER_S, receiveBody } from '../intake/receive_body.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import { createRefusedResponse } from '../pipeline/refused_response.ts';
import type { Route } from '../pipeline/route.ts';
import type { FinishedResponse, Middleware, RoutedCall } from './middleware.ts';

/**
 * Forwards requests that only a primary can answer, and sends the primary's responses unchanged. An edge neither caches
 * nor counts these requests; the primary counts them. On a primary, this step does nothing.
 */
export function forwardToPrimary(context: Context): Middleware {
  const { edge } = context;
  if (edge == null) return (call, next) => next(call);
  return (call, next) => {
    const { primaryOnly } = call.route;
    if (primaryOnly === undefined) return next(call);
    return edge.primary === null
      ? createRefusedResponse(NO_PRIMARY_REFUSAL, call, context)
      : answerFromPrimary(call, edge.primary, primaryOnly.bodyBytesMax, context);
  };
}

async function answerFromPrimary(
  call: RoutedCall,
  primary: Primary,
  bytesMax: number,
  context: Context,
): Promise<FinishedResponse> {
  const answer = await forwardCall(call, primary, bytesMax, context);
  if (!answer.ok) return createRefusedResponse(answer.error, call, context);
  const forwarded = toWebResponse(call, answer.value);
  return { status: forwarded.status, fields: {}, body: new Uint8Array(0), forwarded };
}

async function forwardCall(
  call: RoutedCall,
  primary: Primary,
  bytesMax: number,
  context: Context,
): Promise<Result<PrimaryAnswer, Refusal>> {
  if (call.route.method === 'GET') return toRefusal(call, await askPrimary(call, primary, null, context));
  // Receive the whole body first, so that the primary never waits for a slow sender and the edge enforces the same
  // limits.
  const sentences = {
    tooLarge: `The body must be at most ${bytesMax} bytes; got more.`,
    advice: 'Nothing was stored or changed: keep what you sent and send it again.',
  };
  return receiveBody(context, call, bytesMax, sentences, async (body) => {
    const answer = await askPrimary(call, primary, body, context);
    return toRefusal(call, answer.ok ? await readWholeAnswer(answer.value) : answer);
  });
}

function askPrimary(
  { method, path, query, header, sent, remoteAddress }: RoutedCall,
  primary: Primary,
  body: Uint8Array | null,
  { settings: { trustedProxies } }: Context,
): Promise<Result<PrimaryAnswer, PrimaryFault>> {
  const forwardedFor = trustedProxies > 0 ? header('x-forwarded-for') : null;
  return primary.ask({
    method,
    target: query === '' ? path : `${path}?${query}`,
    fields: [
      ...selectEndToEndFields([...sent.headers]).filter(([name]) => !REPLACED_FIELDS.has(name.toLowerCase())),
      ['X-Forwarded-For', findSendingAddress(remoteAddress, forwardedFor, trustedProxies)],
    ],
    body,
  });
}

function toRefusal({ route }: RoutedCall, answer: Result<PrimaryAnswer, PrimaryFault>): Result<PrimaryAnswer, Refusal> {
  if (answer.ok) return answer;
  return err(answer.error === 'away' ? PRIMARY_UNREACHABLE : LOST_ANSWER_REFUSALS[route.refusals]);
}

/**
 * Maximum size of a response, in bytes. It is large enough for a receipt that rejects 2,000 records with long
 * sentences.
 */
const ANSWER_BYTES_MAX = 8_000_000;

/** Waits for the complete response, so that a truncated response is not forwarded. */
async function readWholeAnswer(answer: PrimaryAnswer): Promise<Result<PrimaryAnswer, PrimaryFault>> {
  try {
    const bytes = await readWholeBytes(answer.body, ANSWER_BYTES_MAX);
    return bytes === null ? err('lost') : ok({ ...answer, body: new Blob([bytes]).stream() });
  } catch {
    return err('lost');
  }
}

const BODILESS_STATUSES = new Set([204, 205, 304]);

function toWebResponse({ method }: RoutedCall, { status, fields, body }: PrimaryAnswer): Response {
  const headers = new Headers();
  for (const [name, value] of selectEndToEndFields(fields)) headers.append(name, value);
  if (method !== 'HEAD' && !BODILESS_STATUSES.has(status)) return new Response(body, { status, headers });
  body.cancel().catch(() => {});
  return new Response(null, { status, headers });
}

/**
 * Hop-by-hop header fields, which apply to one connection only (RFC 9110, 7.6.1). The Connection field may name more.
 */
const HOP_BY_HOP_FIELDS: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
]);

/** Header fields that we set ourselves, and header fields about the client's route to us. */
const REPLACED_FIELDS: ReadonlySet<string> = new Set([
  ...['host', 'content-length', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'],
]);

function selectEndToEndFields(fields: HeaderFields): HeaderFields {
  const named = fields
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((name) => name.trim());
  return fields.filter(([name]) => {
    const lower = name.toLowerCase();
    return !HOP_BY_HOP_FIELDS.has(lower) && !named.includes(lower);
  });
}

function refuseBusy(error: string, retryAfterS = RETRY_AFTER_S): Refusal {
  return { kind: 'busy', error, retryAfterS };
}

/** Retry-After, in seconds, if the edge is not configured to forward requests, because that will not change soon. */
const LONG_RETRY_S = 3_600;

const NO_PRIMARY_REFUSAL = refuseBusy(
  'Only the primary instance can do this; this one serves a copy, and the address of the primary is not configured (TW_PRIMARY_URL). Nothing was stored or changed.',
  LONG_RETRY_S,
);

const PRIMARY_UNREACHABLE = refuseBusy(
  'Only the primary instance can do this, and it cannot be reached right now. Nothing was stored or changed: keep what you sent and try again later.',
);

const PRIMARY_UNANSWERED = 'The primary instance was reached, but its answer did not arrive completely and in time.';

/** Refusals if the primary's response was lost, keyed by the format in which the route reports refusals. */
const LOST_ANSWER_REFUSALS: Readonly<Record<Route['refusals'], Refusal>> = {
  apiError: refuseBusy(`${PRIMARY_UNANSWERED} Ask again later.`),
  intakeRefused: refuseBusy(
    `${PRIMARY_UNANSWERED} Keep the file and send it again later. If it was stored after all, it counts once.`,
  ),
  page: refuseBusy(`${PRIMARY_UNANSWERED} It is unknown whether it was done: look at Connect and try again later.`),
};
