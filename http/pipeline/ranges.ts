import { counted } from '../../domain/values/phrases.ts';
import { SHOWN_CHARS_MAX } from '../../domain/values/quoted.ts';
import { JSON_TYPE, json } from './body.ts';
import type { Fields } from './fields.ts';

/** What a GET with a Range field is answered, beside the fields of the whole (RFC 9110, 14). */
export type Part =
  /** 206 with bytes `from <= i < to`. */
  | { readonly kind: 'part'; readonly from: number; readonly to: number; readonly fields: Fields }
  /** 416: there are no such bytes. */
  | { readonly kind: 'none'; readonly body: Uint8Array<ArrayBuffer>; readonly fields: Fields };

/**
 * The part that is asked for; null where the whole is to be sent: no range, one in other units, several at once, one that
 * makes no sense, or one of a version that is served no more (If-Range, which is compared strongly).
 */
export function partOf(header: Pick<Headers, 'get'>, etag: string | null, byteLength: number): Part | null {
  const range = header.get('range');
  const version = header.get('if-range');
  if (range === null || (version !== null && version.trim() !== etag)) return null;
  const [, first, last] = /^bytes[ \t]*=[ \t]*([0-9]*)-([0-9]*)[ \t]*$/i.exec(range) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  // Without a first byte it is the last so many.
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
