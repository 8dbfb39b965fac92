import { LIMITS } from '../../schema/limits.ts';
import type { RateTable, TableRow } from '../ports/rate_table.ts';
import { counted } from '../values/phrases.ts';
import { err, ok, type Result } from '../values/result.ts';
import { byteTextOf } from './lua/byte_text.ts';
import { type LuaKey, type Reader, readValue, walkTable } from './lua/read_value.ts';
import { LuaBroken, matchAt, next, readLongBracket, type Scanner, scannerOf } from './lua/scanner.ts';

const BYTES_MAX = LIMITS.compareBytesMax.value;
const ROWS_MAX = LIMITS.compareRowsMax.value;

const NO_RATES =
  'The table must have rates of Questie, pfQuest or AtlasLoot, or lines such as 2589,6,50.5 (item, NPC, percent); none was found.';

/** Reads a table of drop rates. Lua is parsed as literals and never run. Returns a sentence if it cannot be read. */
export function readRateTable(bytes: Uint8Array): Result<RateTable, string> {
  if (bytes.byteLength > BYTES_MAX) {
    return err(
      `A table must be at most ${counted(BYTES_MAX, 'byte')}; this one has ${bytes.byteLength.toLocaleString('en-GB')}.`,
    );
  }
  const text = byteTextOf(bytes);
  try {
    const table = text.includes('{') ? readLua(text) : readCsv(text);
    return table.rows.length === 0 ? err(NO_RATES) : ok(table);
  } catch (error) {
    if (!(error instanceof LuaBroken)) throw error;
    const { line, column, reason } = error.fault(text);
    return err(`Line ${line}, column ${column}: ${reason}`);
  }
}

/** Collects rows, and counts entries that are none. */
function createRows() {
  const rows: TableRow[] = [];
  let skipped = 0;
  return {
    take: (list: TableRow['list'], first: number, second: number, percent: number, at: number): void => {
      if (!isId(first) || !isId(second) || !(percent >= 0 && percent <= 100)) skipped++;
      else if (rows.length === ROWS_MAX) {
        throw new LuaBroken(at, `a table may have at most ${counted(ROWS_MAX, 'rate')}; this one has more.`);
      } else rows.push({ list, first, second, percent });
    },
    skip: (): void => {
      skipped++;
    },
    rows,
    skipped: () => skipped,
  };
}

type Rows = ReturnType<typeof createRows>;

/** The largest id of the game's files. */
const ID_MAX = 2 ** 31 - 1;

function isId(id: number): boolean {
  return Number.isInteger(id) && id >= 1 && id <= ID_MAX;
}

const CSV_LINE = /^\s*"?(\d{1,10})"?\s*,\s*"?(\d{1,10})"?\s*,\s*"?(\d{1,12}(?:\.\d{0,20})?|\.\d{1,20})\s*%?"?\s*$/;

/** Longer lines are no rates. */
const LINE_CHARS_MAX = 200;

function readCsv(text: string): RateTable {
  const found = createRows();
  let isFirst = true;
  for (const { line, index } of linesOf(text)) {
    if (line.length <= LINE_CHARS_MAX && line.trim() === '') continue;
    const row = line.length > LINE_CHARS_MAX ? null : CSV_LINE.exec(line);
    if (row !== null) found.take('pair', Number(row[1]), Number(row[2]), Number(row[3]), index);
    // The first line may name the columns.
    else if (!isFirst) found.skip();
    isFirst = false;
  }
  return { shape: 'csv', rows: found.rows, skipped: found.skipped() };
}

/**
 * Returns the lines of a text that are not empty, each with its index. A regular expression can exceed its stack on a
 * line of megabytes.
 */
function* linesOf(text: string): Generator<{ readonly line: string; readonly index: number }> {
  let index = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    if (at < text.length && code !== LINE_FEED && code !== CARRIAGE_RETURN) continue;
    if (at > index) yield { line: text.slice(index, at), index };
    index = at + 1;
  }
}

const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];

const BOUNDS = { depthMax: 10, entriesMax: 1_000_000 };

function readLua(text: string): RateTable {
  const found = createRows();
  readStatements({ ...scannerOf(text), bounds: BOUNDS, entriesLeft: BOUNDS.entriesMax }, found, false);
  const listed = found.rows.filter(({ list }) => list !== 'pair');
  return listed.length > 0
    ? { shape: 'pfquest', rows: listed, skipped: found.skipped() }
    : { shape: 'questie-or-atlasloot', rows: found.rows, skipped: found.skipped() };
}

const [BRACE, COMMA, SEMICOLON] = [123, 44, 59];

/** Reads the tables of all statements that assign or return a literal. Skips the lines of other statements. */
function readStatements(reader: Reader, found: Rows, isNested: boolean): void {
  while (!Number.isNaN(next(reader))) {
    const key = readFragmentKey(reader);
    if (key !== null) readRates(reader, found, [key]);
    else if (!skipToLiteral(reader)) skipLine(reader);
    else if (next(reader) === BRACE) readRates(reader, found, []);
    else if (!readStoredTable(reader, found, isNested)) skipLine(reader);
    const behind = next(reader);
    if (behind === SEMICOLON || behind === COMMA) reader.at++;
  }
}

const FRAGMENT = /\[\s{0,99}(\d{1,10})\s{0,99}\]\s{0,99}=\s{0,99}(?=\{)/y;

/** Reads the key of an entry that was pasted without the table around it, such as `[2589] =`, or returns null. */
function readFragmentKey(reader: Reader): number | null {
  const match = matchAt(FRAGMENT, reader);
  if (match === null) return null;
  reader.at += match[0].length;
  return Number(match[1]);
}

/**
 * `return`, or the left side of an assignment to a variable or field, in front of a table or text. A statement is only
 * recognised on one line and without comments inside, so that no text is searched more than once.
 */
const STATEMENT = (() => {
  const name = '[A-Za-z_]\\w{0,99}';
  const key = `\\[[ \\t]{0,9}(?:"[^"\\\\\\r\\n]{0,99}"|'[^'\\\\\\r\\n]{0,99}'|\\d{1,10})[ \\t]{0,9}\\]`;
  const assignee = `(?:local[ \\t]{1,9})?${name}(?:[ \\t]{0,9}(?:\\.${name}|${key})){0,20}[ \\t]{0,99}=`;
  return new RegExp(`(?:return\\b|${assignee})\\s*(?=[{"'[])`, 'y');
})();

/** Skips the part of a statement in front of its table or text. Returns false if there is none. */
function skipToLiteral(reader: Reader): boolean {
  if (next(reader) === BRACE) return true;
  const match = matchAt(STATEMENT, reader);
  if (match === null) return false;
  reader.at += match[0].length;
  return true;
}

function skipLine(reader: Scanner): void {
  const { text } = reader;
  while (reader.at < text.length && text[reader.at] !== '\n' && text[reader.at] !== '\r') reader.at++;
}

const OPENING = /\[={0,99}\[/y;

/** Reads a text that holds a table, as Questie stores its tables. Returns whether there was a text. */
function readStoredTable(reader: Reader, found: Rows, isNested: boolean): boolean {
  const bracket = readLongBracket(reader.text, reader.at);
  if (bracket === null || bracket.end === null) {
    readValue(reader, 0);
    return true;
  }
  const brackets = matchAt(OPENING, reader)![0].length;
  const from = bracket.end - brackets - bracket.text.length;
  reader.at = bracket.end;
  if (isNested) return true;
  const inner: Reader = { text: bracket.text, at: 0, bounds: BOUNDS, entriesLeft: reader.entriesLeft };
  try {
    readStatements(inner, found, true);
  } catch (error) {
    throw error instanceof LuaBroken ? new LuaBroken(from + error.at, error.message) : error;
  }
  reader.entriesLeft = inner.entriesLeft;
  return true;
}

/** The lists of pfQuest's items whose values are percentages. */
const PFQUEST_LISTS: ReadonlyMap<LuaKey, 'npc' | 'object'> = new Map([
  ['U', 'npc'],
  ['O', 'object'],
]);

/** Reads the numbers of a table and its tables. `path` has the keys of the tables around it. */
function readRates(reader: Reader, found: Rows, path: readonly LuaKey[]): void {
  const last = path.at(-1);
  const item = path.at(-2);
  const list = last === undefined ? undefined : PFQUEST_LISTS.get(last);
  walkTable(reader, path.length, (key) => {
    if (next(reader) === BRACE) return readRates(reader, found, [...path, key]);
    const { at } = reader;
    const value = readValue(reader, path.length + 1);
    if (typeof key !== 'number' || last === undefined) return;
    if (list !== undefined && typeof item === 'number') found.take(list, item, key, percentOf(value), at);
    else if (typeof last === 'number') found.take('pair', last, key, percentOf(value), at);
  });
}

function percentOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}
