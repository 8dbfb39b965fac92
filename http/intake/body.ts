import type { Bytes } from '../../domain/ports/codec.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import type { BodyReservation } from './gate.ts';

/**
 * Why a body was not taken in whole. `too-slow`: its sender took too long over it. `broken`: its sender went away, or the
 * transfer was malformed. `no-room`: we had none for it.
 */
export type BodyFault = 'too-large' | 'too-slow' | 'broken' | 'no-room';

export interface BodyBounds {
  readonly bytesMax: number;
  /** How long its sender may take over the whole body; waiting for room of ours begins it anew. */
  readonly withinMs: number;
}

/** A body on its way. */
export interface IncomingBody {
  readonly stream: ReadableStream<Uint8Array> | null;
  /** The Content-Length; null where the length is not told. */
  readonly announced: number | null;
  /** Whether its sender is still there. */
  readonly signal: AbortSignal;
}

/** Reads a body whole, and stops at the first byte too many, whatever length was announced. */
export async function readBody(
  { stream, announced, signal }: IncomingBody,
  pass: BodyReservation,
  bounds: BodyBounds,
): Promise<Result<Bytes, BodyFault>> {
  if (stream === null) return ok(new Uint8Array(0));
  if (announced !== null && announced > bounds.bytesMax) return err('too-large');
  const reader = stream.getReader();
  const patience = createPatience(pass.ousted, bounds.withinMs);
  const body = createCollector(announced);
  try {
    for (;;) {
      const step = await Promise.race([reader.read(), patience.over]);
      if (step === 'too-slow') return err('too-slow');
      if (step.done) break;
      const { byteLength } = step.value;
      if (body.size() + byteLength > bounds.bytesMax) return err('too-large');
      const room = pass.take(byteLength, signal);
      const taken = room instanceof Promise ? await patience.without(room) : room;
      if (!taken.ok) return err(taken.error === 'gone' ? 'broken' : 'no-room');
      if (!body.add(step.value)) return err('broken');
    }
    pass.arrived();
    const whole = body.whole();
    return whole === null ? err('broken') : ok(whole);
  } catch {
    return err('broken');
  } finally {
    patience.end();
    // Whatever is still to come is of no use; the server closes the connection once it has answered.
    reader.cancel().catch(() => {});
  }
}

/** How long its sender is waited for: up to the bound, or until the body must make way. */
function createPatience(ousted: AbortSignal, withinMs: number) {
  let give: (up: 'too-slow') => void = () => {};
  const over = new Promise<'too-slow'>((resolve) => {
    give = resolve;
  });
  const up = (): void => give('too-slow');
  let timer = setTimeout(up, withinMs);
  ousted.addEventListener('abort', up);
  return {
    over,
    /** Waits for something that is no fault of the sender's. */
    without: async <T>(wait: Promise<T>): Promise<T> => {
      clearTimeout(timer);
      const outcome = await wait;
      timer = setTimeout(up, withinMs);
      return outcome;
    },
    end: (): void => {
      clearTimeout(timer);
      ousted.removeEventListener('abort', up);
    },
  };
}

/** The share of an announced length that must have come before all of it is set aside. */
const EARNEST = 1 / 4;

/** Puts what arrives together. Where the length is told, all of it is set aside once enough of it has come. */
function createCollector(announced: number | null) {
  let whole: Bytes | null = null;
  let chunks: Uint8Array[] = [];
  let size = 0;

  const putTogether = (bytes: Bytes): Bytes => {
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
    /** False where more comes than was announced. */
    add: (chunk: Uint8Array): boolean => {
      if (announced !== null && size + chunk.byteLength > announced) return false;
      if (whole === null) chunks.push(chunk);
      else whole.set(chunk, size);
      size += chunk.byteLength;
      if (whole === null && announced !== null && size >= announced * EARNEST)
        whole = putTogether(new Uint8Array(announced));
      return true;
    },
    /** Null where less came than was announced. */
    whole: (): Bytes | null => {
      if (announced !== null && size !== announced) return null;
      return whole ?? putTogether(new Uint8Array(size));
    },
  };
}
