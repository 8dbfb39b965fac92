import type { Bytes } from '../../domain/ports/codec.ts';

export const JSON_TYPE = 'application/json';
export const HTML_TYPE = 'text/html; charset=utf-8';

const encoder = new TextEncoder();

export const utf8 = (text: string): Bytes => encoder.encode(text);

export const json = (value: unknown): Bytes => utf8(JSON.stringify(value));

/**
 * A body whole, or in pieces to be sent one behind the other: rows that stand ready in memory go out from where they
 * are.
 */
export type Body = Bytes | readonly Uint8Array[];

export const isWhole = (body: Body): body is Bytes => body instanceof Uint8Array;

export const byteLengthOf = (body: Body): number =>
  isWhole(body) ? body.byteLength : body.reduce((total, piece) => total + piece.byteLength, 0);

/** The body in one piece. */
export const wholeOf = (body: Body): Bytes => {
  if (isWhole(body)) return body;
  const bytes = new Uint8Array(byteLengthOf(body));
  let at = 0;
  for (const piece of body) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
};

/** An instant as answers write it. */
export const instant = (ms: number): string => new Date(ms).toISOString();

export const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instant(ms));
