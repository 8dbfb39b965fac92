import { Buffer } from 'node:buffer';
import { createReadStream } from 'node:fs';
/** Maximum length of a line. No row is longer than this, so the text of longer lines is dropped to bound memory use. */
export const LINE_CHARS_MAX = 1024 * 1024;

/** Placeholder for a line that was too long. */
export const LONG_MARK = '\u0000too long';

/** Reads the lines of a text file with lookahead. Keeps only lines that have been read and not yet dropped. */
export interface LineReader {
  /** The number of the current line, counted from 1. */
  readonly number: number;
  /** Returns the line `ahead` lines after the current one, or undefined after the end of the file or before `load`. */
  at(ahead: number): string | undefined;
  /** Whether the line `ahead` lines after the current one is in memory, or the file ends before that line. */
  has(ahead: number): boolean;
  /** Whether the line `ahead` lines after the current one is the last in the file and lacks a line break. */
  isUnended(ahead: number): boolean;
  /** The first position that is not valid UTF-8, or null if none has been found so far. No line after it is read. */
  readonly damage: { readonly line: number; readonly found: string } | null;
  /** Whether the file ends inside a multi-byte character. */
  readonly endsInCharacter: boolean;
  load(ahead: number): Promise<void>;
  drop(count: number): void;
  close(): Promise<void>;
}

/** U+FFFD, which programs write in place of a character that they cannot decode. */
const REPLACEMENT_CHAR = '\ufffd';

/**
 * Opens a UTF-8 file, with or without a byte order mark, whose lines end with LF or CRLF. Throws on disk errors.
 * `onReplacement` is called with the number of each line that contains U+FFFD.
 */
export function openLineReader(path: string, onReplacement: (line: number) => void = () => {}): LineReader {
  const stream = createReadStream(path, { highWaterMark: 256 * 1024 });
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let ready: string[] = [];
  let first = 0;
  let number = 1;
  let rest = '';
  let skipping = false;
  let ended = false;
  /** The number of the last line if it has no line break, or null. */
  let unended: number | null = null;
  let damage: LineReader['damage'] = null;
  let endsInCharacter = false;
  /** The first bytes of a character that continues in the next chunk. */
  let tail: Uint8Array = new Uint8Array(0);

  const nextNumber = (): number => number + ready.length - first;
  const take = (text: string): void => {
    const whole = rest + text;
    const lines = whole.split('\n');
    rest = lines.pop() ?? '';
    const holdsReplacement = lines.length > 0 && whole.includes(REPLACEMENT_CHAR);
    for (const line of lines) {
      if (holdsReplacement && line.includes(REPLACEMENT_CHAR)) onReplacement(nextNumber());
      ready.push(skipping || line.length > LINE_CHARS_MAX ? LONG_MARK : line.endsWith('\r') ? line.slice(0, -1) : line);
      skipping = false;
    }
    if (rest.length <= LINE_CHARS_MAX) return;
    skipping = true;
    rest = '';
  };
  const stopAt = (lineBreaks: number, found: string): void => {
    damage = { line: nextNumber() + lineBreaks, found };
    ended = true;
    rest = '';
  };
  const decode = (chunk: Uint8Array): string | null => {
    try {
      const text = decoder.decode(chunk, { stream: true });
      tail = findIncompleteTail(chunk.length < 4 ? Buffer.concat([tail, chunk]) : chunk);
      return text;
    } catch {
      const { lineBreaks, byte } = findInvalidByte(Buffer.concat([tail, chunk]));
      stopAt(lineBreaks, `the byte 0x${byte.toString(16).padStart(2, '0')}`);
      return null;
    }
  };
  const takeChunk = (chunk: Uint8Array): void => {
    const text = decode(chunk);
    if (text === null) return;
    const nul = text.indexOf('\u0000');
    if (nul === -1) take(text);
    else stopAt(text.slice(0, nul).split('\n').length - 1, 'a NUL character');
  };
  const end = (): void => {
    ended = true;
    endsInCharacter = tail.length > 0;
    if (rest === '' && !skipping && !endsInCharacter) return;
    take('\n');
    unended = nextNumber() - 1;
  };
  const more = async (): Promise<void> => {
    const { value, done } = await chunks.next();
    if (done === true) end();
    else takeChunk(value);
  };
  return {
    get number() {
      return number;
    },
    get damage() {
      return damage;
    },
    get endsInCharacter() {
      return endsInCharacter;
    },
    at: (ahead) => ready[first + ahead],
    isUnended: (ahead) => number + ahead === unended,
    has: (ahead) => ended || first + ahead < ready.length,
    load: async (ahead) => {
      if (first > 0) {
        ready = ready.slice(first);
        first = 0;
      }
      while (!ended && ready.length <= ahead) await more();
    },
    drop: (count) => {
      first += count;
      number += count;
    },
    close: async () => {
      await chunks.return?.();
      stream.destroy();
    },
  };
}

const NEWLINE = 0x0a;
const lenientDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns the bytes of an incomplete character at the end of a chunk. There are at most three. */
function findIncompleteTail(chunk: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, chunk.length); back++) {
    const byte = chunk[chunk.length - back]!;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return countCharacterBytes(byte) > back ? chunk.slice(chunk.length - back) : new Uint8Array(0);
  }
  return new Uint8Array(0);
}

function countCharacterBytes(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

/** Finds the first invalid UTF-8 byte in a chunk, which must contain one, and counts the line breaks before it. */
function findInvalidByte(chunk: Uint8Array): { readonly lineBreaks: number; readonly byte: number } {
  let lineBreaks = 0;
  for (let from = 0; from < chunk.length; lineBreaks++) {
    const newline = chunk.indexOf(NEWLINE, from);
    const line = chunk.subarray(from, newline === -1 ? chunk.length : newline);
    const at = locateInvalidByte(line);
    if (at !== null) return { lineBreaks, byte: line[at]! };
    from += line.length + 1;
  }
  return { lineBreaks: Math.max(0, lineBreaks - 1), byte: chunk.at(-1) ?? 0 };
}

/** Returns the index of a line's first invalid byte, or null. A U+FFFD may also be in the line itself. */
function locateInvalidByte(line: Uint8Array): number | null {
  const text = lenientDecoder.decode(line);
  let bytes = 0;
  for (const char of text) {
    const length = new TextEncoder().encode(char).length;
    if (char === '\ufffd' && !(line[bytes] === 0xef && line[bytes + 1] === 0xbf && line[bytes + 2] === 0xbd))
      return bytes;
    bytes += length;
  }
  return null;
}
