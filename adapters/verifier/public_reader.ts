import { createHash } from 'node:crypto';
import type { PublicAnswer, PublicFile, PublicReader } from '../../domain/ports/public_reader.ts';
import { readWholeBytes } from '../../domain/values/whole_bytes.ts';
import { parseJson } from '../read_if_exists.ts';
import { describeCause } from '../uploader/failures.ts';

/** Maximum size of an answer, larger than the index of any export. */
const ANSWER_BYTES_MAX = 16_000_000;

/** Maximum length of a line, larger than a row of any list. Longer lines would fill the memory. */
const LINE_CHARS_MAX = 16_000_000;

/** Timeout of an answer, and of the next bytes of a file. */
const STALL_TIMEOUT_MS = 60_000;

/** Creates a reader of an instance. `url` is its address without a trailing slash. */
export function createPublicReader(url: string): PublicReader {
  return {
    get: async (path) => {
      const first = await fetchPublicAnswer(url + path);
      // The instance closes idle connections, and a request on one of them fails.
      return first.kind === 'unreachable' ? fetchPublicAnswer(url + path) : first;
    },
    readLines: async (path, bytesMax, onLine): Promise<PublicFile> => {
      const stalled = new AbortController();
      const stall = (): void => stalled.abort(new DOMException('stalled', 'TimeoutError'));
      let timer = setTimeout(stall, STALL_TIMEOUT_MS);
      try {
        const { status, body } = await fetch(url + path, { signal: stalled.signal, redirect: 'manual' });
        if (status !== 200 || body === null) {
          await body?.cancel();
          return { kind: 'status', status };
        }
        const hash = createHash('sha256');
        const lines = createLineSplitter(onLine);
        let bytes = 0;
        for await (const chunk of body) {
          clearTimeout(timer);
          hash.update(chunk);
          bytes += chunk.byteLength;
          // Leaving the loop cancels the body.
          if (bytes > bytesMax) return { kind: 'larger' };
          lines.add(chunk);
          timer = setTimeout(stall, STALL_TIMEOUT_MS);
        }
        lines.finish();
        return { kind: 'read', bytes, sha256: hash.digest('hex') };
      } catch (error) {
        return { kind: 'unreachable', cause: describeCause(error) };
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function fetchPublicAnswer(address: string): Promise<PublicAnswer> {
  try {
    const { status, body } = await fetch(address, {
      signal: AbortSignal.timeout(STALL_TIMEOUT_MS),
      redirect: 'manual',
    });
    const bytes = body === null ? null : await readWholeBytes(body, ANSWER_BYTES_MAX);
    const parsed = bytes === null ? undefined : parseJson(new TextDecoder().decode(bytes));
    return { kind: 'answer', status, body: parsed ?? null };
  } catch (error) {
    return { kind: 'unreachable', cause: describeCause(error) };
  }
}

/** The phrase is the cause that the reader returns. */
function createTooLongError(phrase: string): Error {
  return Object.assign(new Error(phrase), { code: phrase });
}

/** Splits UTF-8 bytes into lines. A last line without a line break counts, too. */
function createLineSplitter(onLine: (line: string) => void) {
  const decoder = new TextDecoder();
  let rest = '';
  return {
    add: (chunk: Uint8Array): void => {
      const [first = '', ...lines] = decoder.decode(chunk, { stream: true }).split('\n');
      rest += first;
      if (rest.length > LINE_CHARS_MAX) throw createTooLongError(`a line has more than ${LINE_CHARS_MAX} characters`);
      for (const line of lines) {
        onLine(rest);
        rest = line;
      }
    },
    finish: (): void => {
      rest += decoder.decode();
      if (rest !== '') onLine(rest);
    },
  };
}
