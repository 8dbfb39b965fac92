import { LuaError, matchNext, readWord, type TextScanner } from './scanner.ts';

/** Words that C libraries print for NaN and infinity. On Windows, they contain a `#` and are matched by WINDOWS. */
const NUMBERS_BY_WORD: Readonly<Record<string, number>> = {
  inf: Number.POSITIVE_INFINITY,
  infinity: Number.POSITIVE_INFINITY,
  nan: Number.NaN,
};

/** `1.#INF`, `1.#IND`, `1.#QNAN00`, `1.#J` … */
const WINDOWS_NUMBER = /1\.#(INF|IND|QNAN|SNAN|J)\d*/iy;
const HEX_NUMBER = /0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?\d+)?/iy;
const DECIMAL_NUMBER = /(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy;

/** Suffix that some C libraries print after `nan`, such as `nan(ind)` or `nan(0x8000)`. */
const NAN_KIND_PATTERN = /\([0-9a-z_]*\)/iy;

/** Patterns run out of stack on numbers of some megabytes, so they see only the beginning. */
const NUMBER_CHARS_MAX = 1_000;

/** Reads a number without its sign. `begun` is the offset of the sign, which error messages refer to. */
export function readNumber(scanner: TextScanner, begun: number): number {
  const beginning = { text: scanner.text.slice(scanner.at, scanner.at + NUMBER_CHARS_MAX + 1), at: 0 };
  const windows = matchNext(WINDOWS_NUMBER, beginning)?.[0];
  if (windows !== undefined) {
    scanner.at += windows.length;
    return /#(?:INF|J)/i.test(windows) ? Number.POSITIVE_INFINITY : Number.NaN;
  }
  const hex = matchNext(HEX_NUMBER, beginning)?.[0];
  const digits = hex ?? matchNext(DECIMAL_NUMBER, beginning)?.[0];
  if (digits === undefined) throw createNumberFault(begun);
  if (digits.length > NUMBER_CHARS_MAX) throw new LuaError(begun, 'a number may have at most 1,000 characters.');
  scanner.at += digits.length;
  // `12ab` is an error, not a number followed by a word.
  if (readWord(scanner) !== '' || scanner.text[scanner.at] === '.') throw createNumberFault(begun);
  return hex === undefined ? Number(digits) : parseHexNumber(hex);
}

function createNumberFault(at: number): LuaError {
  return new LuaError(at, 'this number is malformed.');
}

function parseHexNumber(text: string): number {
  const [mantissa = '', exponent = '0'] = text.slice(2).toLowerCase().split('p');
  const [whole = '', part = ''] = mantissa.split('.');
  let value = 0;
  for (const digit of whole + part) value = value * 16 + Number.parseInt(digit, 16);
  return value * 2 ** (Number(exponent) - 4 * part.length);
}

/**
 * Returns the number that a word such as `inf` stands for, or undefined if it is no such word. Also skips the suffix
 * after `nan`.
 */
export function parseNumberWord(scanner: TextScanner, word: string): number | undefined {
  const value = Object.hasOwn(NUMBERS_BY_WORD, word.toLowerCase()) ? NUMBERS_BY_WORD[word.toLowerCase()] : undefined;
  if (value !== undefined && Number.isNaN(value)) scanner.at += matchNext(NAN_KIND_PATTERN, scanner)?.[0].length ?? 0;
  return value;
}
