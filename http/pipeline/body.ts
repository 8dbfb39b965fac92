import type { Bytes } from '../../domain/ports/codec.ts';

export const JSON_TYPE = 'application/json';
export const HTML_TYPE = 'text/html; charset=utf-8';

const encoder = new TextEncoder();

export const utf8 = (text: string): Bytes => encoder.encode(text);

export const json = (value: unknown): Bytes => utf8(JSON.stringify(value));

/** `head`, the pieces joined by commas, `tail`, in one allocation: rows that are JSON already are never parsed. */
export const joined = (head: string, pieces: readonly Uint8Array[], tail: string): Bytes => {
  const first = utf8(head);
  const last = utf8(tail);
  const commas = Math.max(0, pieces.length - 1);
  const bytes = new Uint8Array(
    pieces.reduce((total, piece) => total + piece.byteLength, first.byteLength + commas + last.byteLength),
  );
  bytes.set(first);
  let at = first.byteLength;
  pieces.forEach((piece, i) => {
    if (i > 0) bytes[at++] = COMMA;
    bytes.set(piece, at);
    at += piece.byteLength;
  });
  bytes.set(last, at);
  return bytes;
};

const COMMA = 0x2c;

/** An instant as answers write it. */
export const instant = (ms: number): string => new Date(ms).toISOString();

export const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instant(ms));
