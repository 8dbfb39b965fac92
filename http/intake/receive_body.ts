import type { Bytes } from '../../domain/ports/codec.ts';
import { quote } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import type { Context } from '../context.ts';
import { type Refusal, refuseBadRequest, refuseHead } from '../pipeline/refusal.ts';
import type { Call } from '../pipeline/route.ts';
import type { BodyReservation } from './gate.ts';

/** One endpoint's error sentences for bodies that it cannot receive. */
export interface ReceiveSentences {
  readonly tooLarge: string;
  /** Appended to the sentences for bodies that were too slow or found no free memory. */
  readonly advice: string;
}

/** Retry-After, in seconds, when a body was not received. */
export const RETRY_AFTER_S = 30;

/**
 * Receives the body of a request, passes it to `use`, and keeps its memory reserved until `use` is done. If the sender
 * is too slow, it is asked to retry, and the request counts against the limit. If no memory was free, the request does
 * not count (contract, section 1).
 */
export async function receiveBody<T>(
  { gate, bodyWithinMs }: Pick<Context, 'gate' | 'bodyWithinMs'>,
  { sent, header, caller }: Pick<Call, 'sent' | 'header' | 'caller'>,
  bytesMax: number,
  sentences: ReceiveSentences,
  use: (body: Bytes, pass: BodyReservation) => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> {
  const length = header('content-length');
  const announced = length === null ? null : Number(length);
  if (announced !== null && announced > bytesMax) return err({ kind: 'too-large', error: sentences.tooLarge });
  const pass = gate.enter(caller.client);
  if (pass === null) return err(refuseClient('Send fewer uploads at the same time.', sentences));
  try {
    const incoming: IncomingBody = { stream: sent.body, announced, signal: sent.signal };
    const body = await readBody(incoming, pass, { bytesMax, withinMs: bodyWithinMs });
    return body.ok ? await use(body.value, pass) : err(refuseBodyFault(body.error, sentences));
  } finally {
    pass.leave();
  }
}

function refuseBodyFault(fault: BodyFault, sentences: ReceiveSentences): Refusal {
  switch (fault) {
    case 'too-large':
      return { kind: 'too-large', error: sentences.tooLarge };
    case 'too-slow':
      return refuseClient('The body must arrive completely and in time; it did not.', sentences);
    case 'broken':
      return refuseBadRequest('The body must arrive completely; its transfer was cut off.');
    case 'no-room':
      return refuseFullQueue(sentences);
  }
}

/** Returns the refusal of a body if there is no memory for the body or for its uncompressed bytes. */
export function refuseFullQueue({ advice }: ReceiveSentences): Refusal {
  return {
    kind: 'busy',
    error: `Too many uploads are being received right now. ${advice}`,
    retryAfterS: RETRY_AFTER_S,
  };
}

function refuseClient(sentence: string, { advice }: ReceiveSentences): Refusal {
  return {
    kind: 'hogging',
    error: `${sentence} ${advice}`,
    retryAfterS: RETRY_AFTER_S,
  };
}

/**
 * The reason why a body was not received. `too-slow`: the sender took too long. `broken`: the sender disconnected or
 * the transfer was malformed. `no-room`: we had no memory for it.
 */
type BodyFault = 'too-large' | 'too-slow' | 'broken' | 'no-room';

interface BodyBounds {
  readonly bytesMax: number;
  /** Time limit for the whole body. It restarts each time the body has waited for memory. */
  readonly withinMs: number;
}

interface IncomingBody {
  readonly stream: ReadableStream<Uint8Array> | null;
  /** Content-Length, or null if it is absent. */
  readonly announced: number | null;
  /** Aborted when the sender disconnects. */
  readonly signal: AbortSignal;
}

/** Reads a complete body. Stops as soon as the body is longer than allowed, regardless of its Content-Length. */
async function readBody(
  { stream, announced, signal }: IncomingBody,
  pass: BodyReservation,
  bounds: BodyBounds,
): Promise<Result<Bytes, BodyFault>> {
  if (stream === null) return ok(new Uint8Array(0));
  if (announced !== null && announced > bounds.bytesMax) return err('too-large');
  const reader = stream.getReader();
  const timeout = createTimeout(pass.ousted, bounds.withinMs);
  const body = createCollector(announced);
  try {
    for (;;) {
      const step = await Promise.race([reader.read(), timeout.over]);
      if (step === 'too-slow') return err('too-slow');
      if (step.done) break;
      const { byteLength } = step.value;
      if (body.size() + byteLength > bounds.bytesMax) return err('too-large');
      const room = pass.take(byteLength, signal);
      const taken = room instanceof Promise ? await timeout.pauseDuring(room) : room;
      if (!taken.ok) return err(taken.error === 'gone' ? 'broken' : 'no-room');
      if (!body.add(step.value)) return err('broken');
    }
    pass.arrived();
    const whole = body.whole();
    return whole === null ? err('broken') : ok(whole);
  } catch {
    return err('broken');
  } finally {
    timeout.end();
    // Discard the rest of the body; the server closes the connection after the response.
    reader.cancel().catch(() => {});
  }
}

/** Limits how long we wait for the sender. `over` resolves after `withinMs`, or earlier if the gate ousts the body. */
function createTimeout(ousted: AbortSignal, withinMs: number) {
  let resolveOver: (fault: 'too-slow') => void = () => {};
  const over = new Promise<'too-slow'>((resolve) => {
    resolveOver = resolve;
  });
  const expire = (): void => resolveOver('too-slow');
  let timer = setTimeout(expire, withinMs);
  ousted.addEventListener('abort', expire);
  return {
    over,
    /** Stops the timeout while we wait for memory, because the client is not to blame, and restarts it afterwards. */
    pauseDuring: async <T>(wait: Promise<T>): Promise<T> => {
      clearTimeout(timer);
      const outcome = await wait;
      timer = setTimeout(expire, withinMs);
      return outcome;
    },
    end: (): void => {
      clearTimeout(timer);
      ousted.removeEventListener('abort', expire);
    },
  };
}

/** Share of the Content-Length that must arrive before a buffer for the whole body is allocated. */
const PREALLOCATE_SHARE = 1 / 4;

/**
 * Collects the chunks of a body. If the length is known, it allocates the whole buffer once part of the body has
 * arrived.
 */
function createCollector(announced: number | null) {
  let whole: Bytes | null = null;
  let chunks: Uint8Array[] = [];
  let size = 0;

  const copyChunks = (bytes: Bytes): Bytes => {
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.byteLength;
    }
    chunks = [];
    return bytes;
  };

  return {
    size: () => size,
    /** Adds a chunk. Returns false if the body is longer than announced. */
    add: (chunk: Uint8Array): boolean => {
      if (announced !== null && size + chunk.byteLength > announced) return false;
      if (whole === null) chunks.push(chunk);
      else whole.set(chunk, size);
      size += chunk.byteLength;
      if (whole === null && announced !== null && size >= announced * PREALLOCATE_SHARE)
        whole = copyChunks(new Uint8Array(announced));
      return true;
    },
    /** Returns the body, or null if it is shorter than announced. */
    whole: (): Bytes | null => {
      if (announced !== null && size !== announced) return null;
      return whole ?? copyChunks(new Uint8Array(size));
    },
  };
}

/** Returns the refusal of a Content-Type that is not JSON in UTF-8, or null if the type is fine. */
export function refuseUnlessJson(contentType: string | null): Refusal | null {
  const type = (contentType ?? '').trim();
  if (!JSON_TYPE.test(type)) return refuseHead(`Content-Type must be application/json; it is ${quote(type)}.`);
  const other = listCharsets(type).find((charset) => !/^utf-?8$/i.test(charset));
  return other === undefined
    ? null
    : refuseHead(`The charset of Content-Type must be utf-8 or absent; it is ${quote(other)}.`);
}

const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const TYPE_PARAMETER = /;[ \t]*([^\s=;"]+)[ \t]*=[ \t]*("(?:[^"\\]|\\.)*"|[^;]*)/g;

/** Returns the unquoted values of all charset parameters of a media type. */
function listCharsets(type: string): readonly string[] {
  return [...type.matchAll(TYPE_PARAMETER)]
    .filter(([, name]) => name!.toLowerCase() === 'charset')
    .map(([, , value]) => (value!.startsWith('"') ? value!.slice(1, -1).replace(/\\(.)/g, '$1') : value!.trim()));
}
