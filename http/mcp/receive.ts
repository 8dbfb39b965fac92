import type { Bytes } from '../../domain/ports/codec.ts';
import { quoted } from '../../domain/quoted.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { LIMITS } from '../../schema/limits.ts';
import type { Context } from '../context.ts';
import { readBody } from '../intake/body.ts';
import { jsonTypeRefusal } from '../intake/json_type.ts';
import { badRequest, type Refusal } from '../pipeline/refusal.ts';
import type { Call } from '../pipeline/route.ts';

/** Calls take a few thousand bytes at most. Bodies are parsed on the answering thread, so a deep one must not hold it up. */
const MESSAGE_BYTES_MAX = LIMITS.mcpBodyBytesMax.value;
const RETRY_AFTER_S = 30;

/** Reads the body of a message whole. Bodies share the room of the intake gate, so that no flood of them fills memory. */
export const receive = async (context: Context, { header, sent, caller }: Call): Promise<Result<Bytes, Refusal>> => {
  const wrongType = jsonTypeRefusal(header('content-type'));
  if (wrongType !== null) return err(wrongType);
  const coding = header('content-encoding');
  if (coding !== null && coding.trim().toLowerCase() !== 'identity') {
    return err(badRequest(`Content-Encoding must be absent; it is ${quoted(coding)}.`));
  }
  const length = header('content-length');
  const announced = length === null ? null : Number(length);
  if (announced !== null && announced > MESSAGE_BYTES_MAX) return err(TOO_LARGE);
  const pass = await context.gate.enter(caller.client, announced ?? MESSAGE_BYTES_MAX, sent.signal);
  if (!pass.ok) return err(pass.error === 'gone' ? BROKEN : BUSY);
  try {
    const bounds = { bytesMax: MESSAGE_BYTES_MAX, withinMs: context.bodyWithinMs };
    const body = await readBody(sent.body, announced, bounds);
    if (body.ok) return ok(body.value);
    return err({ 'too-large': TOO_LARGE, 'too-slow': TOO_SLOW, broken: BROKEN }[body.error]);
  } finally {
    pass.value.leave();
  }
};

const TOO_LARGE: Refusal = {
  kind: 'too-large',
  error: `The body must be at most ${MESSAGE_BYTES_MAX} bytes; more came.`,
};
const TOO_SLOW: Refusal = {
  kind: 'busy',
  error: 'The body must arrive whole in time; it did not.',
  retryAfterS: RETRY_AFTER_S,
};
const BUSY: Refusal = {
  kind: 'busy',
  error: 'Too many bodies are being taken in right now; ask again later.',
  retryAfterS: RETRY_AFTER_S,
};
const BROKEN = badRequest('The body must arrive whole; its transfer broke off.');
