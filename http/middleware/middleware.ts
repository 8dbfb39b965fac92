import type { TextPiece } from '../../domain/ports/rows.ts';
import { inflatePiece } from '../../domain/reads/pieces.ts';
import { findClientAddress } from '../../domain/values/client_address.ts';
import type { Context } from '../context.ts';
import { type Body, countBodyBytes, countBytes, EVENT_TYPE, isStream, isWhole, joinBody } from '../pipeline/body.ts';
import { type CodingChoice, PLAIN_CODING } from '../pipeline/coding.ts';
import type { HeaderFields } from '../pipeline/headers.ts';
import type { Call, Route } from '../pipeline/route.ts';
import type { RequestTarget } from '../pipeline/target.ts';

/**
 * A step between a request and its route. It either answers the request itself or calls `next`. A step must not await a
 * response that `next` returns synchronously; `useWhenReady` takes care of this.
 */
export type Middleware = (call: RoutedCall, next: CallHandler) => FinishedResponse | Promise<FinishedResponse>;

export type CallHandler = (call: RoutedCall) => FinishedResponse | Promise<FinishedResponse>;

/** A request with its route and the properties that only middleware uses. */
export interface RoutedCall extends Call {
  readonly route: Route;
  readonly method: string;
  /** IP address of the socket's remote end, or an empty string if it has none. */
  readonly remoteAddress: string;
  readonly choice: CodingChoice;
  readonly sent: Pick<Request, 'body' | 'signal' | 'headers'>;
}

/** A response that is ready to send. */
export interface FinishedResponse {
  readonly status: number;
  readonly fields: HeaderFields;
  readonly body: Body;
  /** A primary's response, which an edge sends unchanged. It replaces `fields` and `body`. */
  readonly forwarded?: Response;
  /** Whether the response counts against the rate limit. By default, all responses except 5xx count. */
  readonly counts?: boolean;
  /** Whether the response may be cached. By default it may not. */
  readonly cacheable?: boolean;
  /**
   * Pin of the snapshot from which the response was made, or null if a newer snapshot arrived in the meantime. Absent
   * if the response was made on the calling thread.
   */
  readonly snapshot?: string | null;
}

/** Returns a handler that passes requests through all steps, in this order, to `handler`. */
export function composeSteps(steps: readonly Middleware[], handler: CallHandler): CallHandler {
  return steps.reduceRight<CallHandler>((next, step) => (call) => step(call, next), handler);
}

/** Passes a response to `use`: immediately if it is ready, otherwise once it is. */
export function useWhenReady<T>(answer: ReturnType<CallHandler>, use: (answer: FinishedResponse) => T): T | Promise<T> {
  return answer instanceof Promise ? answer.then(use) : use(answer);
}

/** The connection that carried a request. */
export interface Connection {
  /** IP address of the socket's remote end, or an empty string if it has none. */
  readonly remoteAddress: string;
  /** Returns a header field, which is cheaper than to ask the Request for it. */
  readonly header?: (name: string) => string | null;
  /** Called before a response that lasts until one side ends it. */
  readonly beginStream?: () => void;
  /** Called with a long body, which stays in memory until the client has read it, and the memory that it takes. */
  readonly holds?: (body: object, bytes: number) => void;
}

/** Whether a response lasts until one side ends it, such as a stream of events. */
export function isEndlessBody({ body, forwarded }: FinishedResponse): boolean {
  if (forwarded !== undefined) return forwarded.headers.get('content-type') === EVENT_TYPE;
  return isStream(body) && body.byteLength === null;
}

/** The `sent` property of a request without a body. */
export const EMPTY_REQUEST: RoutedCall['sent'] = {
  body: null,
  signal: new AbortController().signal,
  headers: new Headers(),
};

/** Properties of a request that are known before the middleware runs. */
interface IncomingRequest extends Pick<RoutedCall, 'route' | 'method' | 'header' | 'sent' | 'remoteAddress'> {
  readonly target: RequestTarget;
}

/**
 * Creates the call for a request. The caller is identified by its address, unless `checkKey` finds a key. Properties
 * are listed one by one, because spreading them took 8 µs, as long as everything else in serving a cached response.
 */
export function createCall(request: IncomingRequest, { settings, pageBytesMax }: Context): RoutedCall {
  const { route, method, header, sent, remoteAddress, target } = request;
  const { trustedProxies, page } = settings;
  const forwardedFor = trustedProxies > 0 ? header('x-forwarded-for') : null;
  return {
    route,
    method,
    header,
    sent,
    remoteAddress,
    path: target.path,
    query: target.query,
    caller: { tier: 'anonymous', client: findClientAddress(remoteAddress, forwardedFor, trustedProxies) },
    pageSize: page.anonymous,
    pageBytesMax,
    received: null,
    choice: PLAIN_CODING,
  };
}

/** Up to this size, a body is sent at once, which is cheaper than doing so piece by piece. */
const WHOLE_BYTES_MAX = 256 * 1024;

export function toResponse({ status, fields: headers, body, forwarded }: FinishedResponse, to?: Connection): Response {
  if (forwarded !== undefined) return forwarded;
  if (isStream(body)) return new Response(body.stream(0, body.byteLength ?? 0), { status, headers });
  if (body.length === 0) return new Response(null, { status, headers });
  if (countBodyBytes(body) <= WHOLE_BYTES_MAX) return new Response(joinBody(body), { status, headers });
  to?.holds?.(body, countBytes(body));
  return new Response(isWhole(body) ? body : streamPieces(body), { status, headers });
}

/**
 * Streams pieces, decompressing each only after the connection has accepted the one before it, so that a large page is
 * never held in memory as text, even for a slow client. If a piece cannot be decompressed, the connection is closed
 * before the announced length has been sent.
 */
function streamPieces(pieces: readonly TextPiece[]): ReadableStream<Uint8Array> {
  const rest = pieces.values();
  return new ReadableStream(
    {
      pull: (controller) => {
        const { value, done } = rest.next();
        if (done === true) controller.close();
        else controller.enqueue(inflatePiece(value));
      },
    },
    { highWaterMark: 0 },
  );
}
