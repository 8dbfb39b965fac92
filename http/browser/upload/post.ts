import type { IntakeReply } from './send.ts';

/** Timeout of a request. It is long because the player's connection may be slow. */
const RESPONSE_TIMEOUT_MS = 120_000;

/**
 * Sends one request. Resolves to the response, or to `late` after the timeout. Rejects on network errors or if `stop`
 * is aborted.
 */
export async function postUpload(
  intake: string,
  body: Uint8Array<ArrayBuffer>,
  stop: AbortSignal,
  withinMs = RESPONSE_TIMEOUT_MS,
): Promise<IntakeReply | 'late'> {
  const packed = 'CompressionStream' in globalThis;
  const content = packed ? await packBody(body) : body;
  // Browsers from 2022 lack AbortSignal.any and AbortSignal.timeout.
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
    return await readAnswer(response);
  } catch (error) {
    if (isLate && !stop.aborted) return 'late';
    throw error;
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', end);
  }
}

async function readAnswer(response: Response): Promise<IntakeReply> {
  const retryAfter = response.headers.get('Retry-After') ?? '';
  return {
    status: response.status,
    retryAfterS: /^\d+$/.test(retryAfter) ? Number(retryAfter) : null,
    // A truncated response counts as no response, not as a response without a receipt.
    body: parseJson(await response.text()),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Compresses the body to a blob. A stream has an unknown length, and not every browser can send it. */
function packBody(body: Uint8Array<ArrayBuffer>): Promise<Blob> {
  return new Response(new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
}
