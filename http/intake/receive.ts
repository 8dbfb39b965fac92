import type { Bytes } from '../../domain/ports/codec.ts';
import { err, type Result } from '../../domain/values/result.ts';
import type { Context } from '../context.ts';
import { badRequest, type Refusal } from '../pipeline/refusal.ts';
import type { Call } from '../pipeline/route.ts';
import { type BodyFault, type IncomingBody, readBody } from './body.ts';
import type { BodyReservation } from './gate.ts';

/** One endpoint's sentences about bodies that it cannot receive. */
export interface ReceiveSentences {
  readonly tooLarge: string;
  /** Appended to the sentences about bodies that were too slow or got no memory. */
  readonly advice: string;
}

/** Retry-After, in seconds, when a body was not received. */
export const RETRY_AFTER_S = 30;

/**
 * Receives the body of a request, passes it to `use`, and keeps its memory reserved until `use` is done. If the sender
 * is too slow, the sender is asked to retry and the request counts. If we had no memory, the request does not count
 * (contract, section 1).
 */
export async function receiving<T>(
  { gate, bodyWithinMs }: Pick<Context, 'gate' | 'bodyWithinMs'>,
  { sent, header, caller }: Pick<Call, 'sent' | 'header' | 'caller'>,
  bytesMax: number,
  sentences: ReceiveSentences,
  use: (body: Bytes, pass: BodyReservation) => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> {
  const announced = announcedLength(header);
  if (announced !== null && announced > bytesMax) return err({ kind: 'too-large', error: sentences.tooLarge });
  const pass = gate.enter(caller.client);
  if (pass === null) return err(tooManyOrSlow('Send fewer uploads at the same time.', sentences));
  try {
    const incoming: IncomingBody = { stream: sent.body, announced, signal: sent.signal };
    const body = await readBody(incoming, pass, { bytesMax, withinMs: bodyWithinMs });
    return body.ok ? await use(body.value, pass) : err(notReceived(body.error, sentences));
  } finally {
    pass.leave();
  }
}

/** Returns the Content-Length, or null if it is absent. */
function announcedLength(header: Call['header']): number | null {
  const length = header('content-length');
  return length === null ? null : Number(length);
}

function notReceived(fault: BodyFault, sentences: ReceiveSentences): Refusal {
  switch (fault) {
    case 'too-large':
      return { kind: 'too-large', error: sentences.tooLarge };
    case 'too-slow':
      return tooManyOrSlow('The body must arrive completely and in time; it did not.', sentences);
    case 'broken':
      return badRequest('The body must arrive completely; its transfer was cut off.');
    case 'no-room':
      return noRoom(sentences);
  }
}

/** Refuses a body if there is no memory for it or for its uncompressed bytes. */
export function noRoom({ advice }: ReceiveSentences): Refusal {
  return {
    kind: 'busy',
    error: `Too many uploads are being received right now. ${advice}`,
    retryAfterS: RETRY_AFTER_S,
  };
}

function tooManyOrSlow(sentence: string, { advice }: ReceiveSentences): Refusal {
  return {
    kind: 'hogging',
    error: `${sentence} ${advice}`,
    retryAfterS: RETRY_AFTER_S,
  };
}
