import { formatQuantity } from '../../values/phrases.ts';
import { parseNumberWord, readNumber } from './read_number.ts';
import { decodeString, readString } from './read_string.ts';
import {
  createCharError,
  createEndError,
  expectChar,
  LuaError,
  peekToken,
  readLongBracket,
  readWord,
  type TextScanner,
} from './scanner.ts';
import { type LuaBounds, type LuaObject, type LuaValue, NonUtf8Text } from './values.ts';

export interface ValueReader extends TextScanner {
  readonly bounds: LuaBounds;
  entriesLeft: number;
}

export type LuaKey = string | number | boolean | NonUtf8Text;

const [QUOTE, APOSTROPHE, BRACKET, BRACE, CLOSING_BRACE] = [34, 39, 91, 123, 125];
const [MINUS, DOT, COMMA, SEMICOLON, EQUALS] = [45, 46, 44, 59, 61];
function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Reads one value. It must be a literal, not an expression. `depth` is the number of enclosing tables. */
export function readValue(reader: ValueReader, depth: number): LuaValue {
  const code = peekToken(reader);
  if (code === QUOTE || code === APOSTROPHE) return readString(reader);
  if (code === BRACE) return readTable(reader, depth);
  if (isDigit(code) || code === DOT) return readNumber(reader, reader.at);
  if (code === BRACKET) return readLongString(reader);
  if (code === MINUS) return readNegativeNumber(reader);
  const begun = reader.at;
  const word = readWord(reader);
  if (word === 'true') return true;
  if (word === 'false') return false;
  if (word === 'nil') return null;
  const number = parseNumberWord(reader, word);
  if (number !== undefined) return number;
  reader.at = begun;
  throw createCharError(reader, 'a value (text, a number, true, false, nil or a table)');
}

function readNegativeNumber(reader: ValueReader): number {
  const begun = reader.at;
  reader.at++;
  const code = peekToken(reader);
  if (isDigit(code) || code === DOT) return -readNumber(reader, begun);
  const number = parseNumberWord(reader, readWord(reader));
  if (number !== undefined) return -number;
  reader.at = begun;
  throw createCharError(reader, 'a value (text, a number, true, false, nil or a table)');
}

function readLongString(reader: ValueReader): LuaValue {
  const { text, at } = reader;
  const bracket = readLongBracket(text, at);
  if (bracket === null) throw createCharError(reader, 'a value (text, a number, true, false, nil or a table)');
  if (bracket.end === null) throw createEndError(reader, at, 'text');
  reader.at = bracket.end;
  return decodeString(bracket.text.replace(LINE_ENDS, '\n'), at);
}

/** Lua converts every line break in a long string to LF. */
const LINE_ENDS = /\r\n|\n\r|\r/g;

/** Walks the table at the current offset. `read` is called with each key and must read the key's value. */
export function walkTable(reader: ValueReader, depth: number, read: (key: LuaKey) => void): void {
  const begun = reader.at;
  if (depth >= reader.bounds.depthMax) {
    throw new LuaError(begun, `tables may be nested at most ${reader.bounds.depthMax} deep.`);
  }
  reader.at++;
  let index = 0;
  for (;;) {
    const code = peekToken(reader);
    if (code === CLOSING_BRACE) break;
    if (Number.isNaN(code)) throw createEndError(reader, begun, 'table');
    if (--reader.entriesLeft < 0) {
      throw new LuaError(
        begun,
        `a table may hold at most ${formatQuantity(reader.bounds.entriesMax, 'entry', 'entries')}.`,
      );
    }
    read(readTableKey(reader, depth) ?? ++index);
    const behind = peekToken(reader);
    if (behind === COMMA || behind === SEMICOLON) reader.at++;
    else if (behind !== CLOSING_BRACE && !Number.isNaN(behind)) {
      throw createCharError(reader, '"," or "}" after a value of a table');
    }
  }
  reader.at++;
}

/** Reads an entry's key and the following `=`. Returns null if the entry has no key. */
function readTableKey(reader: ValueReader, depth: number): LuaKey | null {
  const { text, at } = reader;
  if (text.charCodeAt(at) === BRACKET && readLongBracket(text, at) === null) {
    reader.at++;
    peekToken(reader);
    const keyAt = reader.at;
    const key = readValue(reader, depth + 1);
    if ((typeof key === 'object' && !(key instanceof NonUtf8Text)) || Number.isNaN(key)) {
      throw new LuaError(keyAt, 'a key of a table must be text, a number, true or false.');
    }
    expectChar(reader, ']', 'after the key of a table');
    expectChar(reader, '=', 'between the key and the value of a table');
    return key as LuaKey;
  }
  const word = readWord(reader);
  if (word === '') return null;
  if (peekToken(reader) === EQUALS) {
    reader.at++;
    return word;
  }
  reader.at = at;
  return null;
}

function readTable(reader: ValueReader, depth: number): LuaValue {
  const list: LuaValue[] = [];
  let rest: Map<LuaKey, LuaValue> | null = null;
  walkTable(reader, depth, (key) => {
    const value = readValue(reader, depth + 1);
    if (key === list.length + 1) list.push(value);
    else if (typeof key === 'number' && Number.isInteger(key) && key >= 1 && key <= list.length) list[key - 1] = value;
    else {
      rest ??= new Map();
      rest.set(key, value);
    }
  });
  if (rest !== null) moveListEntries(rest, list);
  // As in Lua, trailing nils are not part of a list.
  while (list.length > 0 && list.at(-1) === null) list.pop();
  return rest === null || (rest as Map<LuaKey, LuaValue>).size === 0 ? list : toLuaObject(list, rest);
}

/** Moves entries whose numeric keys continue the list without a gap from `rest` to `list`. */
function moveListEntries(rest: Map<LuaKey, LuaValue>, list: LuaValue[]): void {
  for (let value = rest.get(list.length + 1); value !== undefined; value = rest.get(list.length + 1)) {
    rest.delete(list.length + 1);
    list.push(value);
  }
}

function toLuaObject(list: readonly LuaValue[], rest: ReadonlyMap<LuaKey, LuaValue>): LuaObject {
  const object: Record<string, LuaValue> = Object.create(null);
  for (const [at, value] of list.entries()) if (value !== null) object[String(at + 1)] = value;
  for (const [key, value] of rest) {
    if (value === null) continue;
    if (key instanceof NonUtf8Text) object['\ufffd'] = key;
    else object[String(key)] = value;
  }
  return object;
}
