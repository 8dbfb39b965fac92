import type { Bytes } from '../../domain/ports/codec.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import type { BodyReservation } from './gate.ts';

/**
 * The reason why a body was not received. `too-slow`: the sender took too long. `broken`: the sender disconnected or
 * the transfer was malformed. `no-room`: we had no memory for it.
 */
export type BodyFault = 'too-large' | 'too-slow' | 'broken' | 'no-room';

export interface BodyBounds {
  readonly bytesMax: number;
  /** Time limit for the whole body. It restarts each time the body has waited for memory. */
  readonly withinMs: number;
}

/** A body that is being received. */
export interface IncomingBody {
  readonly stream: ReadableStream<Uint8Array> | null;
  /** Content-Length, or null if it is absent. */
  readonly announced: number | null;
  /** Aborted when the sender disconnects. */
  readonly signal: AbortSignal;
}

/** Reads a complete body. Stops as soon as the body is longer than allowed, whatever its Content-Length says. */
export async function readBody(
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
    // Discard the rest of the body; the server closes the connection after the answer.
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
const PREALLOCATE_AFTER = 1 / 4;

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
      if (whole === null && announced !== null && size >= announced * PREALLOCATE_AFTER)
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
