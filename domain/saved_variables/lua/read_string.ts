import { decodeUtf8 } from './byte_text.ts';
import { createEndError, LuaError, matchNext, type TextScanner } from './scanner.ts';
import { NonUtf8Text } from './values.ts';

const BACKSLASH_CODE = 92;

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

/** Reads a quoted string. Escapes yield bytes, which are decoded together with the string's other bytes. */
export function readString(scanner: TextScanner): string | NonUtf8Text {
  const { text, at: begun } = scanner;
  const quote = text.charCodeAt(begun);
  let bytes = '';
  let from = begun + 1;
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      bytes = bytes === '' ? text.slice(from, at) : bytes + text.slice(from, at);
      scanner.at = at + 1;
      return decodeString(bytes, begun);
    }
    if (code === BACKSLASH_CODE) {
      bytes += text.slice(from, at);
      scanner.at = at + 1;
      bytes += readEscape(scanner);
      from = scanner.at;
      at = from - 1;
    } else if (code === 10 || code === 13) {
      throw new LuaError(at, 'a text in quotation marks must end on the line on which it begins.');
    } else if (Number.isNaN(code)) {
      throw createEndError(scanner, begun, 'text');
    }
  }
}

/** Decodes the bytes of a string. If they are not valid UTF-8, returns a `NonUtf8Text` with the string's offset. */
export function decodeString(bytes: string, begun: number): string | NonUtf8Text {
  return decodeUtf8(bytes) ?? new NonUtf8Text(begun);
}

const DECIMAL_ESCAPE = /\d{1,3}/y;
const HEX_ESCAPE = /x[0-9a-f]{2}/iy;
const CODE_POINT_ESCAPE = /u\{([0-9a-f]{1,6})\}/iy;
const LINE_END = /\r\n|\n\r|\n|\r/y;
const BLANK_RUN_PATTERN = /[\t-\r ]*/y;

function readEscape(scanner: TextScanner): string {
  const { text, at } = scanner;
  const simple = SIMPLE_ESCAPES[text.charAt(at)];
  if (simple !== undefined) {
    scanner.at++;
    return simple;
  }
  const decimal = matchNext(DECIMAL_ESCAPE, scanner)?.[0];
  if (decimal !== undefined && Number(decimal) <= 255) {
    scanner.at += decimal.length;
    return String.fromCharCode(Number(decimal));
  }
  const hex = matchNext(HEX_ESCAPE, scanner)?.[0];
  if (hex !== undefined) {
    scanner.at += hex.length;
    return String.fromCharCode(Number.parseInt(hex.slice(1), 16));
  }
  const point = matchNext(CODE_POINT_ESCAPE, scanner);
  if (point !== null && Number.parseInt(point[1]!, 16) <= 0x10ffff) {
    scanner.at += point[0].length;
    return String.fromCharCode(...utf8Encoder.encode(String.fromCodePoint(Number.parseInt(point[1]!, 16))));
  }
  const lineEnd = matchNext(LINE_END, scanner)?.[0];
  if (lineEnd !== undefined) {
    scanner.at += lineEnd.length;
    return '\n';
  }
  if (text.charAt(at) === 'z') {
    scanner.at++;
    scanner.at += matchNext(BLANK_RUN_PATTERN, scanner)![0].length;
    return '';
  }
  if (at >= text.length) throw createEndError(scanner, at - 1, 'text');
  throw new LuaError(at - 1, 'Lua has no such escape.');
}

const utf8Encoder = new TextEncoder();
