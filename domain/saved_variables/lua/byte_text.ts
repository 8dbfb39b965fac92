/**
 * A file's bytes as a text of one character a byte: the cheapest that a scanner can look at, since every string of the
 * file is bytes until it is decoded as a whole.
 */
export function byteTextOf(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    // Spreading would first make a list of them, one by one.
    parts.push(String.fromCharCode.apply(null, bytes.subarray(at, at + PART_BYTES) as unknown as number[]));
  }
  return parts.join('');
}

/** As many arguments as a call takes everywhere. */
const PART_BYTES = 8_192;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The characters that a text of bytes stands for; null where its bytes are not UTF-8. */
export function decoded(byteText: string): string | null {
  if (!BEYOND_ASCII.test(byteText)) return byteText;
  const bytes = new Uint8Array(byteText.length);
  for (let at = 0; at < byteText.length; at++) bytes[at] = byteText.charCodeAt(at);
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

const BEYOND_ASCII = /[\u0080-\u00ff]/;

/** Line and column of a place in a text of bytes, from 1. Lines end as Lua has them: LF, CR, CRLF or LFCR. */
export function placeOf(byteText: string, at: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  LINE_END.lastIndex = 0;
  for (let end = LINE_END.exec(byteText); end !== null && LINE_END.lastIndex <= at; end = LINE_END.exec(byteText)) {
    line++;
    start = LINE_END.lastIndex;
  }
  const before = byteText.slice(start, at).replace(CONTINUED, '');
  return { line, column: before.length + 1 };
}

const LINE_END = /\r\n|\n\r|\n|\r/g;

/** Bytes that go on with a character. */
const CONTINUED = /[\u0080-\u00bf]/g;
