import { Buffer } from 'node:buffer';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { HeaderFields, Primary, PrimaryAnswer, PrimaryFault, PrimaryRequest } from '../domain/ports/primary.ts';
import { err, ok, type Result } from '../domain/values/result.ts';

/** Timeouts of a request to the primary. */
export interface PrimaryBounds {
  readonly connectMs: number;
  /** Timeout for the start of the response. The primary may wait for a slow disk, and an erasure waits for readers. */
  readonly answerMs: number;
  /** Timeout between two parts of a response. */
  readonly idleMs: number;
}

const DEFAULT_BOUNDS: PrimaryBounds = { connectMs: 5_000, answerMs: 60_000, idleMs: 30_000 };

/** Timeouts for requests that an edge makes while it handles another request. */
export const SHORT_BOUNDS: PrimaryBounds = { connectMs: 1_000, answerMs: 3_000, idleMs: 3_000 };

/**
 * Creates a client for the primary. `url` is the primary's address without a trailing slash. The client does not use
 * `fetch`, which decompresses responses, follows redirects, and reuses connections. If the primary closes a reused
 * connection just as a request is sent, we cannot know whether the request was processed.
 */
export function createPrimaryClient(url: string, bounds = DEFAULT_BOUNDS): Primary {
  let reached: boolean | null = null;
  return {
    ask: async (request) => {
      const answer = await askPrimary(url, request, bounds);
      reached = answer.ok;
      return answer;
    },
    lastReached: () => reached,
  };
}

function askPrimary(
  url: string,
  { method, target, fields, body }: PrimaryRequest,
  { connectMs, answerMs, idleMs }: PrimaryBounds,
): Promise<Result<PrimaryAnswer, PrimaryFault>> {
  return new Promise((resolve) => {
    const send = url.startsWith('https:') ? requestHttps : requestHttp;
    const headers = Object.fromEntries(fields);
    if (body !== null) headers['Content-Length'] = String(body.byteLength);
    const outgoing = send(`${url}${target}`, { method, headers, agent: false });
    let connected = false;
    const giveUp = (): void => {
      clearTimeout(timer);
      outgoing.destroy();
      resolve(err(connected ? 'lost' : 'away'));
    };
    let timer = setTimeout(giveUp, connectMs);
    outgoing.once('socket', (socket) =>
      socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
        connected = true;
        clearTimeout(timer);
        timer = setTimeout(giveUp, answerMs);
      }),
    );
    outgoing.on('error', giveUp);
    outgoing.once('response', (incoming) => {
      clearTimeout(timer);
      incoming.setTimeout(idleMs, () => incoming.destroy(new Error('the primary stopped in the middle of an answer')));
      resolve(ok(readAnswer(incoming)));
    });
    outgoing.end(body === null ? undefined : Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  });
}

function readAnswer(incoming: IncomingMessage): PrimaryAnswer {
  return {
    status: incoming.statusCode ?? 0,
    fields: toHeaderFields(incoming.rawHeaders),
    body: streamBody(incoming),
  };
}

/**
 * Streams the body as it arrives. The runtime's own conversion is not used, because in early releases of Node 20 it
 * throws an uncatchable error when a stream is cancelled.
 */
function streamBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const parts = incoming[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const part = await parts.next();
      if (part.done === true) controller.close();
      else controller.enqueue(new Uint8Array(part.value));
    },
    cancel: () => {
      incoming.destroy();
    },
  });
}

function toHeaderFields(raw: readonly string[]): HeaderFields {
  return raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as const] : []));
}
