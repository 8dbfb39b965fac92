const NEWLINE = 0x0a;
const loose = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns the bytes of an incomplete character at the end of a chunk. There are at most three. */
export function incompleteTail(chunk: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, chunk.length); back++) {
    const byte = chunk[chunk.length - back]!;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return characterBytes(byte) > back ? chunk.slice(chunk.length - back) : new Uint8Array(0);
  }
  return new Uint8Array(0);
}

/** Returns the length of the character that begins with this byte. */
function characterBytes(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

/**
 * Finds the first invalid UTF-8 byte in a chunk, which must contain one, and counts the line breaks before that byte.
 */
export function findInvalidByte(chunk: Uint8Array): { readonly lineBreaks: number; readonly byte: number } {
  let lineBreaks = 0;
  for (let from = 0; from < chunk.length; lineBreaks++) {
    const newline = chunk.indexOf(NEWLINE, from);
    const line = chunk.subarray(from, newline === -1 ? chunk.length : newline);
    const at = invalidAt(line);
    if (at !== null) return { lineBreaks, byte: line[at]! };
    from += line.length + 1;
  }
  return { lineBreaks: Math.max(0, lineBreaks - 1), byte: chunk.at(-1) ?? 0 };
}

/** Returns the index of the first invalid byte in a line, or null if there is none. */
function invalidAt(line: Uint8Array): number | null {
  const text = loose.decode(line);
  let bytes = 0;
  for (const char of text) {
    const length = new TextEncoder().encode(char).length;
    if (char === '\ufffd' && !(line[bytes] === 0xef && line[bytes + 1] === 0xbf && line[bytes + 2] === 0xbd))
      return bytes;
    bytes += length;
  }
  return null;
}
