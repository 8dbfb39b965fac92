import type { Bytes } from '../../domain/ports/codec.ts';
import { quoted } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { LIMITS } from '../../schema/limits.ts';
import type { Context } from '../context.ts';
import { jsonTypeRefusal } from '../intake/json_type.ts';
import { type ReceiveSentences, receiving } from '../intake/receive.ts';
import { badHead, type Refusal } from '../pipeline/refusal.ts';
import type { Call } from '../pipeline/route.ts';

/**
 * Maximum size of a message. Calls need a few thousand bytes at most. Bodies are parsed on the answering thread, so
 * large ones must not block it.
 */
const MESSAGE_BYTES_MAX = LIMITS.mcpBodyBytesMax.value;

/**
 * Reads the body of a message. The intake gate bounds the memory of all bodies together, so that a flood cannot fill
 * it.
 */
export async function receive(context: Context, call: Call): Promise<Result<Bytes, Refusal>> {
  const { header } = call;
  const wrongType = jsonTypeRefusal(header('content-type'));
  if (wrongType !== null) return err(wrongType);
  const coding = header('content-encoding');
  if (coding !== null && coding.trim().toLowerCase() !== 'identity') {
    return err(badHead(`Content-Encoding must be absent; it is ${quoted(coding)}.`));
  }
  return receiving(context, call, MESSAGE_BYTES_MAX, SENTENCES, async (body) => ok(body));
}

const SENTENCES: ReceiveSentences = {
  tooLarge: `The body must be at most ${MESSAGE_BYTES_MAX} bytes; got more.`,
  advice: 'Ask again later.',
};
