import { quote } from '../../values/quoted.ts';
import { decodeUtf8, findLineAndColumn } from './byte_text.ts';
import type { LuaFault } from './values.ts';

/** Thrown to stop reading a file at a syntax error. `readSavedFile` catches it. */
export class LuaError extends Error {
  readonly at: number;

  constructor(at: number, reason: string) {
    super(reason);
    this.at = at;
  }

  fault(text: string): LuaFault {
    return { ...findLineAndColumn(text, this.at), reason: this.message };
  }
}

/** A byte text and the current offset, which only moves forward. */
export interface TextScanner {
  readonly text: string;
  at: number;
}

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

export function createScanner(text: string): TextScanner {
  return { text, at: text.startsWith(BYTE_ORDER_MARK) ? 3 : 0 };
}

const EQUALS_CODE = 61;
const NEWLINE_CODE = 10;
const DASH_CODE = 45;
const SPACE_CODE = 32;
const OPEN_BRACKET_CODE = 91;

/** Skips spaces and comments. Returns the code of the next character, or NaN at the end. */
export function peekToken(scanner: TextScanner): number {
  const { text } = scanner;
  for (;;) {
    const code = text.charCodeAt(scanner.at);
    if (code === SPACE_CODE || (code >= 9 && code <= 13)) scanner.at++;
    else if (code === DASH_CODE && text.charCodeAt(scanner.at + 1) === DASH_CODE) skipComment(scanner);
    else return code;
  }
}

function skipComment(scanner: TextScanner): void {
  const { text } = scanner;
  const begun = scanner.at;
  scanner.at += 2;
  if (text.charCodeAt(scanner.at) === OPEN_BRACKET_CODE) {
    const bracket = readLongBracket(text, scanner.at);
    if (bracket !== null) {
      if (bracket.end === null) throw createEndError(scanner, begun, 'comment');
      scanner.at = bracket.end;
      return;
    }
  }
  while (scanner.at < text.length) {
    const code = text.charCodeAt(scanner.at);
    if (code === NEWLINE_CODE || code === 13) return;
    scanner.at++;
  }
}

/**
 * Skips a required character. Throws `LuaError` if the next character is a different one. `where` completes the error
 * message.
 */
export function expectChar(scanner: TextScanner, char: string, where: string): void {
  if (peekToken(scanner) !== char.charCodeAt(0)) throw createCharError(scanner, `${JSON.stringify(char)} ${where}`);
  scanner.at++;
}

function isWordStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}

function isWordPart(code: number): boolean {
  return isWordStart(code) || (code >= 48 && code <= 57);
}

/** Reads a name or keyword. Returns an empty string if there is neither. */
export function readWord(scanner: TextScanner): string {
  const { text, at } = scanner;
  if (!isWordStart(text.charCodeAt(at))) return '';
  let end = at + 1;
  while (isWordPart(text.charCodeAt(end))) end++;
  scanner.at = end;
  return text.slice(at, end);
}

export function createEndError({ text }: TextScanner, begun: number, what: 'comment' | 'text' | 'table'): LuaError {
  return new LuaError(
    text.length,
    `the file ends too early: the ${what} that begins in line ${findLineAndColumn(text, begun).line} has no end.`,
  );
}

export function createCharError({ text, at }: TextScanner, needed: string): LuaError {
  return new LuaError(at, `${needed} is needed here; got ${quoteNextChars(text, at)}.`);
}

const QUOTED_CHARS = 20;

function quoteNextChars(text: string, at: number): string {
  if (at >= text.length) return 'the end of the file, which is incomplete';
  const rest = text.slice(at, at + 4 * QUOTED_CHARS).split(/[\r\n]/)[0]!;
  const shown = decodeUtf8(rest) ?? rest.replace(/[^\u0020-\u007e]/g, '?');
  return quote([...shown].slice(0, QUOTED_CHARS).join(''));
}

/**
 * Reads the long bracket starting at `at`: the text between `[[` and `]]`, or between `[=[` and `]=]`, without a line
 * break directly after the opening bracket. Returns null if there is no long bracket. `end` is the offset after the
 * closing bracket, or null if the file ends before it.
 */
export function readLongBracket(
  text: string,
  at: number,
): { readonly text: string; readonly end: number | null } | null {
  let from = at + 1;
  while (text.charCodeAt(from) === EQUALS_CODE) from++;
  if (text.charCodeAt(from) !== OPEN_BRACKET_CODE) return null;
  const closing = `]${'='.repeat(from - at - 1)}]`;
  const end = text.indexOf(closing, from + 1);
  if (end === -1) return { text: '', end: null };
  return { text: text.slice(from + 1, end).replace(/^(?:\r\n|\n\r|\n|\r)/, ''), end: end + closing.length };
}

/** Matches a sticky pattern at the current offset without advancing. */
export function matchNext(pattern: RegExp, { text, at }: Pick<TextScanner, 'text' | 'at'>): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
