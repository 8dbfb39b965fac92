import type { Answer } from './send.ts';

/** A slow line takes its time over a request; an instance that takes longer may have lost it. */
const ANSWER_WITHIN_MS = 120_000;

/** Sends one request: its answer, or `late` where none came in time. Rejects where none can come, or `stop` ended it. */
export async function post(
  intake: string,
  body: Uint8Array<ArrayBuffer>,
  stop: AbortSignal,
  withinMs = ANSWER_WITHIN_MS,
): Promise<Answer | 'late'> {
  const packed = 'CompressionStream' in globalThis;
  const content = packed ? await gzip(body) : body;
  // AbortSignal.any and its timeout are missing in browsers of 2022.
  const cut = new AbortController();
  const end = (): void => cut.abort();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, withinMs);
  stop.addEventListener('abort', end);
  try {
    if (stop.aborted) end();
    const response = await fetch(intake, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(packed ? { 'Content-Encoding': 'gzip' } : {}) },
      body: content,
      credentials: 'omit',
      signal: cut.signal,
    });
    return await answerOf(response);
  } catch (error) {
    if (isLate && !stop.aborted) return 'late';
    throw error;
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', end);
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const retryAfter = response.headers.get('Retry-After') ?? '';
  return {
    status: response.status,
    retryAfterS: /^\d+$/.test(retryAfter) ? Number(retryAfter) : null,
    // An answer that breaks off is none, and not one without a receipt.
    body: jsonOf(await response.text()),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A stream would be sent without its length, which not every browser can. */
function gzip(body: Uint8Array<ArrayBuffer>): Promise<Blob> {
  return new Response(new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
}
