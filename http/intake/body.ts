import type { Bytes } from '../../domain/ports/codec.ts';
import { err, ok, type Result } from '../../domain/result.ts';

/** Why a body was not taken in whole. `broken`: its sender went away, or the transfer was malformed. */
export type BodyFault = 'too-large' | 'too-slow' | 'broken';

export interface BodyBounds {
  readonly bytesMax: number;
  /** How long the whole body may take, from now. */
  readonly withinMs: number;
}

/**
 * Reads a body whole, and stops at the first byte too many, whatever length was announced.
 * `announced` is the Content-Length: so many bytes are set aside at once and filled in place.
 */
export const readBody = async (
  body: ReadableStream<Uint8Array> | null,
  announced: number | null,
  bounds: BodyBounds,
): Promise<Result<Bytes, BodyFault>> => {
  if (body === null) return ok(new Uint8Array(0));
  if (announced !== null && announced > bounds.bytesMax) return err('too-large');
  const reader = body.getReader();
  let late: ReturnType<typeof setTimeout> | undefined;
  const tooSlow = new Promise<'too-slow'>((resolve) => {
    late = setTimeout(() => resolve('too-slow'), bounds.withinMs);
  });
  try {
    return await collect(reader, tooSlow, announced, bounds.bytesMax);
  } catch {
    return err('broken');
  } finally {
    clearTimeout(late);
    // Whatever is still to come is of no use; the server closes the connection once it has answered.
    reader.cancel().catch(() => {});
  }
};

const collect = async (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  tooSlow: Promise<'too-slow'>,
  announced: number | null,
  bytesMax: number,
): Promise<Result<Bytes, BodyFault>> => {
  const whole = announced === null ? null : new Uint8Array(announced);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const step = await Promise.race([reader.read(), tooSlow]);
    if (step === 'too-slow') return err('too-slow');
    if (step.done) break;
    const chunk = step.value;
    if (size + chunk.byteLength > bytesMax) return err('too-large');
    if (whole === null) chunks.push(chunk);
    else if (size + chunk.byteLength > whole.byteLength) return err('broken');
    else whole.set(chunk, size);
    size += chunk.byteLength;
  }
  if (whole !== null) return size === whole.byteLength ? ok(whole) : err('broken');
  return ok(concatenated(chunks, size));
};

const concatenated = (chunks: readonly Uint8Array[], size: number): Bytes => {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
};
