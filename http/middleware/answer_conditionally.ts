import { formatQuantity } from '../../domain/values/phrases.ts';
import { QUOTE_CHARS_MAX } from '../../domain/values/quoted.ts';
import type { Context } from '../context.ts';
import { type Body, encodeJson, isStream, JSON_TYPE, type StreamBody } from '../pipeline/body.ts';
import { chooseCoding } from '../pipeline/coding.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import { createRefusedResponse } from '../pipeline/refused_response.ts';
import type { Middleware } from './middleware.ts';
import { type CallHandler, type FinishedResponse, type RoutedCall, useWhenReady } from './middleware.ts';

/**
 * Returns 304 if the client already has these exact bytes, sends only the requested range of a stream, and omits the
 * body of a response to HEAD.
 */
export function answerConditionally(call: RoutedCall, next: CallHandler): ReturnType<CallHandler> {
  return useWhenReady(next(call), (answer) => {
    const etag = answer.fields['ETag'];
    const reads = call.method === 'GET' || call.method === 'HEAD';
    if (etag !== undefined && reads && includesEtag(call.header('if-none-match'), etag)) {
      const fields = Object.entries(answer.fields).filter(([name]) => !BODY_FIELD_NAMES.includes(name));
      return { ...removeBody(answer), status: 304, fields: Object.fromEntries(fields) };
    }
    if (call.method === 'HEAD') return removeBody(answer);
    return isStream(answer.body) ? selectRange(call, answer, answer.body) : answer;
  });
}

/** Whether an If-None-Match field contains the tag. Uses the weak comparison, which ignores `W/` (RFC 9110, 13.1.2). */
function includesEtag(field: string | null, etag: string): boolean {
  if (field === null) return false;
  if (field.trim() === '*') return true;
  return field.match(/"[\x21\x23-\x7e\x80-\xff]*"/g)?.some((tag) => tag === etag) ?? false;
}

const BODY_FIELD_NAMES = ['Content-Type', 'Content-Encoding', 'Content-Length', 'Accept-Ranges'];

function removeBody(answer: FinishedResponse): FinishedResponse {
  releaseBody(answer.body);
  return { ...answer, body: new Uint8Array(0) };
}

/** Releases a stream that will not be sent. Does not wait for the release and ignores its errors. */
function releaseBody(body: Body): void {
  if (isStream(body)) body.release().catch(() => {});
}

function selectRange({ header }: RoutedCall, answer: FinishedResponse, file: StreamBody): FinishedResponse {
  const range = header('range');
  const { byteLength } = file;
  if (range === null || file.coding !== 'identity' || byteLength === null) return answer;
  // If-Range requires the strong comparison.
  const version = header('if-range');
  if (version !== null && version.trim() !== answer.fields['ETag']) return answer;
  const bytes = readRange(range, byteLength);
  if (bytes === null) return answer;
  const { from, to } = bytes;
  if (from >= to) {
    releaseBody(file);
    return refuseRange(range, answer, byteLength);
  }
  return {
    status: 206,
    body: { ...file, byteLength: to - from, stream: () => file.stream(from, to) },
    fields: {
      ...answer.fields,
      'Content-Range': `bytes ${from}-${to - 1}/${byteLength}`,
      'Content-Length': String(to - from),
    },
  };
}

/**
 * Reads a Range field (RFC 9110, 14) as the bytes `from <= i < to`, which may lie outside the file. Returns null if the
 * whole file must be sent because the field has another unit, several ranges or an invalid range.
 */
function readRange(field: string, byteLength: number): { readonly from: number; readonly to: number } | null {
  const [, first, last] = /^bytes[ \t]*=[ \t]*([0-9]*)-([0-9]*)[ \t]*$/i.exec(field) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  // Without a first byte position, `last` is the number of bytes from the end.
  const from = first === '' ? Math.max(0, byteLength - Number(last)) : Number(first);
  const to = first === '' || last === '' ? byteLength : Math.min(Number(last) + 1, byteLength);
  return { from, to };
}

function refuseRange(range: string, answer: FinishedResponse, byteLength: number): FinishedResponse {
  const error = `Range must begin within the file, which has ${formatQuantity(byteLength, 'byte')}; it is ${JSON.stringify(range.slice(0, QUOTE_CHARS_MAX))}.`;
  const body = encodeJson({ ok: false, error });
  return {
    status: 416,
    body,
    fields: {
      ...answer.fields,
      'Content-Type': JSON_TYPE,
      'Content-Length': String(body.byteLength),
      'Content-Range': `bytes */${byteLength}`,
      'Cache-Control': 'no-store',
    },
  };
}

const NOT_ACCEPTABLE: Refusal = {
  kind: 'not-acceptable',
  error: 'Accept-Encoding must allow br, gzip or identity; it allows none of them.',
};

/** Chooses the content coding of the response, or rejects a GET if the client accepts no coding that we support. */
export function negotiateCoding(context: Pick<Context, 'settings' | 'styleSheet'>): Middleware {
  return (call, next) => {
    const choice = chooseCoding(call.header('accept-encoding'));
    if (choice !== null) return next({ ...call, choice });
    // The sender of an upload must get a receipt, even if the client accepts no coding that we support.
    if (call.route.method === 'POST') return next(call);
    return createRefusedResponse(NOT_ACCEPTABLE, call, context);
  };
}
