/**
 * Converts a file's bytes to a byte text, a string with one character per byte (Latin-1). UTF-8 is decoded later, one
 * Lua string at a time.
 */
export function toByteText(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += BYTES_PER_PART) {
    // `apply` accepts the typed array directly. Spreading would first copy it into an array.
    parts.push(String.fromCharCode.apply(null, bytes.subarray(at, at + BYTES_PER_PART) as unknown as number[]));
  }
  return parts.join('');
}

/** Number of bytes per call. Every JavaScript engine accepts this many arguments. */
const BYTES_PER_PART = 8_192;

const utf8Decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes a byte text as UTF-8. Returns null if it is not valid UTF-8. */
export function decodeUtf8(byteText: string): string | null {
  if (!NON_ASCII_PATTERN.test(byteText)) return byteText;
  const bytes = new Uint8Array(byteText.length);
  for (let at = 0; at < byteText.length; at++) bytes[at] = byteText.charCodeAt(at);
  try {
    return utf8Decoder.decode(bytes);
  } catch {
    return null;
  }
}

const NON_ASCII_PATTERN = /[\u0080-\u00ff]/;

/** Returns the line and column of a byte offset, from 1. As in Lua, a line ends with LF, CR, CRLF or LFCR. */
export function findLineAndColumn(byteText: string, at: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  LINE_END.lastIndex = 0;
  for (let end = LINE_END.exec(byteText); end !== null && LINE_END.lastIndex <= at; end = LINE_END.exec(byteText)) {
    line++;
    start = LINE_END.lastIndex;
  }
  const before = byteText.slice(start, at).replace(CONTINUATION_BYTES, '');
  return { line, column: before.length + 1 };
}

const LINE_END = /\r\n|\n\r|\n|\r/g;

const CONTINUATION_BYTES = /[\u0080-\u00bf]/g;

/** Returns a function mapping an offset to its line, counted from 1. Line starts are computed on the first call. */
export function createLineIndex(text: string): (at: number) => number {
  let starts: readonly number[] | null = null;
  return (at) => {
    starts ??= [0, ...Array.from(text.matchAll(LINE_END), (match) => match.index + match[0].length)];
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
