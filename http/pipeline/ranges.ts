import { counted } from '../../domain/values/phrases.ts';
import { SHOWN_CHARS_MAX } from '../../domain/values/quoted.ts';
import { JSON_TYPE, json } from './body.ts';
import type { Fields } from './fields.ts';

/** The result of a Range field (RFC 9110, 14), with header fields that replace those of the full answer. */
export type Part =
  /** A 206 with the bytes `from <= i < to`. */
  | { readonly kind: 'part'; readonly from: number; readonly to: number; readonly fields: Fields }
  /** A 416, because the file does not have these bytes. */
  | { readonly kind: 'none'; readonly body: Uint8Array<ArrayBuffer>; readonly fields: Fields };

/**
 * Returns the requested part, or null if the whole file must be sent. That is the case if there is no Range field, if
 * it has other units, several ranges or an invalid range, or if If-Range (compared strongly) names another version of
 * the file.
 */
export function partOf(header: Pick<Headers, 'get'>, etag: string | null, byteLength: number): Part | null {
  const range = header.get('range');
  const version = header.get('if-range');
  if (range === null || (version !== null && version.trim() !== etag)) return null;
  const [, first, last] = /^bytes[ \t]*=[ \t]*([0-9]*)-([0-9]*)[ \t]*$/i.exec(range) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  // Without a first byte position, `last` is the number of bytes from the end.
  const from = first === '' ? Math.max(0, byteLength - Number(last)) : Number(first);
  const to = first === '' || last === '' ? byteLength : Math.min(Number(last) + 1, byteLength);
  if (first !== '' && last !== '' && Number(last) < from) return null;
  return from < to ? part(from, to, byteLength) : none(range, byteLength);
}

function part(from: number, to: number, byteLength: number): Part {
  return {
    kind: 'part',
    from,
    to,
    fields: { 'Content-Range': `bytes ${from}-${to - 1}/${byteLength}`, 'Content-Length': String(to - from) },
  };
}

function none(range: string, byteLength: number): Part {
  const error = `Range must begin within the file, which has ${counted(byteLength, 'byte')}; it is ${JSON.stringify(range.slice(0, SHOWN_CHARS_MAX))}.`;
  const body = json({ ok: false, error });
  return {
    kind: 'none',
    body,
    fields: {
      'Content-Type': JSON_TYPE,
      'Content-Length': String(body.byteLength),
      'Content-Range': `bytes */${byteLength}`,
      'Cache-Control': 'no-store',
    },
  };
}
