import { Buffer } from 'node:buffer';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { HeaderFields, Primary, PrimaryAnswer, PrimaryFault, PrimaryRequest } from '../domain/ports/primary.ts';
import { err, ok, type Result } from '../domain/values/result.ts';

/** How long the primary may take. */
export interface PrimaryBounds {
  /** To take a connection. */
  readonly connectMs: number;
  /** To begin its answer: it may have to wait for a slow disk, and an erasure waits for readers. */
  readonly answerMs: number;
  /** Between two parts of an answer. */
  readonly idleMs: number;
}

const BOUNDS: PrimaryBounds = { connectMs: 5_000, answerMs: 60_000, idleMs: 30_000 };

/** For what others wait for while they ask something else. */
export const QUICK: PrimaryBounds = { connectMs: 1_000, answerMs: 3_000, idleMs: 3_000 };

/**
 * Speaks to the primary at an address, which has no trailing slash. Not by fetch: that unpacks answers, follows what it
 * is told, and keeps connections that the other end may close just as a request goes out, which nobody could tell from
 * one that was served.
 */
export function createPrimaryClient(url: string, bounds = BOUNDS): Primary {
  let reached: boolean | null = null;
  return {
    ask: async (request) => {
      const answer = await ask(url, request, bounds);
      reached = answer.ok;
      return answer;
    },
    lastReached: () => reached,
  };
}

function ask(
  url: string,
  { method, target, fields, body }: PrimaryRequest,
  { connectMs, answerMs, idleMs }: PrimaryBounds,
): Promise<Result<PrimaryAnswer, PrimaryFault>> {
  return new Promise((resolve) => {
    const send = url.startsWith('https:') ? requestHttps : requestHttp;
    const headers = Object.fromEntries([...fields, ...(body === null ? [] : [lengthOf(body)])]);
    const asked = send(`${url}${target}`, { method, headers, agent: false });
    let connected = false;
    const giveUp = (): void => {
      clearTimeout(timer);
      asked.destroy();
      resolve(err(connected ? 'lost' : 'away'));
    };
    let timer = setTimeout(giveUp, connectMs);
    asked.once('socket', (socket) =>
      socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
        connected = true;
        clearTimeout(timer);
        timer = setTimeout(giveUp, answerMs);
      }),
    );
    asked.on('error', giveUp);
    asked.once('response', (incoming) => {
      clearTimeout(timer);
      incoming.setTimeout(idleMs, () => incoming.destroy(new Error('the primary stopped in the middle of an answer')));
      resolve(ok(answerOf(incoming)));
    });
    asked.end(body === null ? undefined : Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  });
}

function lengthOf(body: Uint8Array): readonly [string, string] {
  return ['Content-Length', String(body.byteLength)];
}

function answerOf(incoming: IncomingMessage): PrimaryAnswer {
  return {
    status: incoming.statusCode ?? 0,
    fields: pairsOf(incoming.rawHeaders),
    body: streamOf(incoming),
  };
}

/**
 * The parts of an answer as they come. Not by the runtime's own conversion: that of early Node 20 throws where nobody can
 * catch it once a stream was cancelled.
 */
function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
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

function pairsOf(raw: readonly string[]): HeaderFields {
  return raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as const] : []));
}
