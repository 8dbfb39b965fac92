import * as v from 'valibot';
import type { IntakeClient, IntakeReply } from '../../domain/ports/uploader.ts';
import { wholeBytes } from '../../domain/values/whole_bytes.ts';
import { intakeReceipt } from '../../schema/responses/intakeReceipt.ts';
import { intakeRefused } from '../../schema/responses/intakeRefused.ts';
import { zlibCodec } from '../codec.ts';

const INTAKE_PATH = '/api/intake';

/** A slow line takes its time over 600,000 bytes, packed to a tenth of that. */
const ANSWER_WITHIN_MS = 120_000;

/** For a question without a body. */
const PAGE_WITHIN_MS = 30_000;

/** Receipts of 2,000 records, all refused with long sentences, stay below. */
const ANSWER_BYTES_MAX = 8_000_000;

/** Speaks to the intake of the instance at an address, which has no trailing slash. */
export function createIntakeClient(url: string): IntakeClient {
  return {
    url,
    send: async (body) => {
      try {
        const bytes = await zlibCodec.gzip(new TextEncoder().encode(body));
        const response = await fetch(url + INTAKE_PATH, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
          body: bytes,
          // A redirected upload would arrive without its body.
          redirect: 'manual',
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        });
        return replyOf(url, response, await textOf(response));
      } catch (error) {
        return { kind: 'unreachable', cause: causeOf(error) };
      }
    },
    keeps: async (uploadId) => {
      try {
        const { status, body } = await fetch(`${url}/upload/${encodeURIComponent(uploadId)}`, {
          redirect: 'manual',
          signal: AbortSignal.timeout(PAGE_WITHIN_MS),
        });
        await body?.cancel();
        return status === 404 ? false : status === 200 ? true : null;
      } catch {
        return null;
      }
    },
  };
}

/** The body of an answer; empty where it is longer than any of ours. */
async function textOf({ body }: Response): Promise<string> {
  const bytes = body === null ? null : await wholeBytes(body, ANSWER_BYTES_MAX);
  return bytes === null ? '' : new TextDecoder().decode(bytes);
}

/** What may be tried again: the server was busy, or what stands before it did not reach it. */
const LATER = new Set([408, 425, 429, 500, 502, 503, 504]);

function replyOf(url: string, { status, headers }: Response, text: string): IntakeReply {
  const value = jsonOf(text);
  if (status === 200) {
    const receipt = v.safeParse(intakeReceipt, value);
    if (receipt.success) return { kind: 'receipt', ...receipt.output };
  }
  if (LATER.has(status)) {
    return {
      kind: 'later',
      error: errorIn(value) ?? `status ${status}`,
      afterS: secondsOf(headers.get('retry-after')),
    };
  }
  const refused = v.safeParse(intakeRefused, value);
  if (status >= 400 && refused.success) {
    return {
      kind: 'refused',
      error: refused.output.error ?? `status ${status}`,
      rejected: refused.output.rejected ?? [],
    };
  }
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location !== null) {
    const instance = instanceBehind(url, location);
    if (instance !== null)
      return { kind: 'stranger', error: `it sends uploads on to ${instance}; give that address with --to.` };
  }
  return { kind: 'stranger', error: `its answer to an upload (status ${status}) is not that of this service.` };
}

/** The address of the instance whose intake a redirect names, its base path included; null where it names none, or the same. */
function instanceBehind(url: string, location: string): string | null {
  const from = url + INTAKE_PATH;
  if (!URL.canParse(location, from)) return null;
  const { protocol, origin, pathname } = new URL(location, from);
  if (!/^https?:$/.test(protocol) || !pathname.endsWith(INTAKE_PATH)) return null;
  const instance = origin + pathname.slice(0, -INTAKE_PATH.length);
  return instance === url || instance.length > ADDRESS_CHARS_MAX ? null : instance;
}

const ADDRESS_CHARS_MAX = 200;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function errorIn(value: unknown): string | null {
  const error = (value as { readonly error?: unknown } | null)?.error;
  return typeof error === 'string' ? error : null;
}

/** Whole seconds, or a date; null where it says neither. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

/** A short code of what went wrong on the way. */
function causeOf(error: unknown): string {
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: { code?: unknown } };
  if (name === 'TimeoutError') return 'no answer in time';
  for (const one of [cause?.code, code]) if (typeof one === 'string') return one;
  return name ?? 'unknown';
}
