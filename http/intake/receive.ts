import type { Bytes } from '../../domain/ports/codec.ts';
import { err, type Result } from '../../domain/values/result.ts';
import type { Context } from '../context.ts';
import { badRequest, type Refusal } from '../pipeline/refusal.ts';
import type { Call } from '../pipeline/route.ts';
import { type BodyFault, type IncomingBody, readBody } from './body.ts';
import type { BodyReservation } from './gate.ts';

/** What one endpoint says of bodies that it cannot take. */
export interface ReceiveSentences {
  readonly tooLarge: string;
  /** Is put behind what is said of bodies that did not come in time or found no room. */
  readonly advice: string;
}

/** When to send again what was not taken in, in seconds. */
export const RETRY_AFTER_S = 30;

/**
 * Takes the body of a request in, hands it to `use`, and holds the room for it until that is done. Whoever took too long
 * over it is told to come again, and the request counts; where we had no room it does not (contract, section 1).
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
  if (pass === null) return err(hogging('Send fewer uploads at the same time.', sentences));
  try {
    const incoming: IncomingBody = { stream: sent.body, announced, signal: sent.signal };
    const body = await readBody(incoming, pass, { bytesMax, withinMs: bodyWithinMs });
    return body.ok ? await use(body.value, pass) : err(notReceived(body.error, sentences));
  } finally {
    pass.leave();
  }
}

/** The Content-Length; null where the length is not told. */
function announcedLength(header: Call['header']): number | null {
  const length = header('content-length');
  return length === null ? null : Number(length);
}

function notReceived(fault: BodyFault, sentences: ReceiveSentences): Refusal {
  switch (fault) {
    case 'too-large':
      return { kind: 'too-large', error: sentences.tooLarge };
    case 'too-slow':
      return hogging('The body must arrive whole in time; it did not.', sentences);
    case 'broken':
      return badRequest('The body must arrive whole; its transfer broke off.');
    case 'no-room':
      return noRoom(sentences);
  }
}

/** What is said where we have no room for a body, or for what it is unpacked to. */
export function noRoom({ advice }: ReceiveSentences): Refusal {
  return {
    kind: 'busy',
    error: `Too many uploads are being received right now. ${advice}`,
    retryAfterS: RETRY_AFTER_S,
  };
}

function hogging(sentence: string, { advice }: ReceiveSentences): Refusal {
  return {
    kind: 'hogging',
    error: `${sentence} ${advice}`,
    retryAfterS: RETRY_AFTER_S,
  };
}
