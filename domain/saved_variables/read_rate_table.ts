import type { RateTable } from '../ports/rate_table.ts';
import { quote } from '../values/quoted.ts';
import { err, ok, type Result } from '../values/result.ts';
import { toByteText } from './lua/byte_text.ts';
import { type LuaKey, readValue, type ValueReader, walkTable } from './lua/read_value.ts';
import { createScanner, LuaError, matchNext, peekToken, readLongBracket, type TextScanner } from './lua/scanner.ts';
import { createRows, TABLE_BYTES_MAX, TABLE_TOO_LARGE_ERROR, type TableRows } from './rate_table_rows.ts';

const NO_RATES_ERROR =
  'The table must have rates of Questie, pfQuest or AtlasLoot, or lines such as 2589,6,50.5 (item, NPC, percent); none was found.';

/** The sentence that says why a table cannot be read, and whether that is its size. */
interface UnreadableTable {
  readonly error: string;
  readonly isTooLarge: boolean;
}

/** Reads a table of drop rates. Lua is parsed as literals and never run. */
export function readRateTable(bytes: Uint8Array): Result<RateTable, UnreadableTable> {
  if (bytes.byteLength > TABLE_BYTES_MAX) return err({ error: TABLE_TOO_LARGE_ERROR, isTooLarge: true });
  const text = toByteText(bytes);
  try {
    const table = text.includes('{') ? readLua(text) : readCsvTable(text);
    return table.rows.length === 0 ? err({ error: NO_RATES_ERROR, isTooLarge: false }) : ok(table);
  } catch (error) {
    if (!(error instanceof LuaError)) throw error;
    if (error.message === TABLE_TOO_LARGE_ERROR) return err({ error: TABLE_TOO_LARGE_ERROR, isTooLarge: true });
    const { line, column, reason } = error.fault(text);
    return err({ error: `Line ${line}, column ${column}: ${reason}`, isTooLarge: false });
  }
}

type CsvColumn = 'item' | 'npc' | 'object' | 'percent';

/** The columns of a table without a line of column names. */
const DEFAULT_CSV_COLUMNS: readonly CsvColumn[] = ['item', 'npc', 'percent'];

/** Longer lines, in characters, are no rates. */
const LINE_CHARS_MAX = 200;

/** One more than there are columns. */
const CELLS_PER_LINE_MAX = 5;

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

function readCsvTable(text: string): RateTable {
  const found = createRows();
  let columns: readonly CsvColumn[] | null = null;
  for (const { line, index } of splitLines(text.startsWith(BYTE_ORDER_MARK) ? text.slice(3) : text)) {
    if (line.length <= LINE_CHARS_MAX && line.trim() === '') continue;
    const cells = line.length > LINE_CHARS_MAX ? [] : line.split(',', CELLS_PER_LINE_MAX).map(unquoteCell);
    if (columns !== null) addLineRates(cells, columns, found, index);
    else if (!isCsvHeader(cells)) {
      columns = DEFAULT_CSV_COLUMNS;
      addLineRates(cells, columns, found, index);
    } else columns = readCsvHeader(cells, index);
  }
  return { shape: 'csv', rows: found.rows, skipped: found.skipped() };
}

function unquoteCell(cell: string): string {
  const text = cell.trim();
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).trim() : text;
}

/** Whether the first line names columns. A line with a number is a rate, or else it is skipped and counted. */
function isCsvHeader(cells: readonly string[]): boolean {
  return cells.length > 1 && !cells.some((cell) => /\d/.test(cell));
}

function readCsvHeader(cells: readonly string[], index: number): readonly CsvColumn[] {
  const columns = cells.map(findCsvColumn);
  const unknown = cells.find((_, at) => columns[at] === null);
  const has = (column: CsvColumn): boolean => columns.includes(column);
  const isComplete = has('item') && has('percent') && (has('npc') || has('object'));
  if (unknown === undefined && isComplete && new Set(columns).size === columns.length) return columns as CsvColumn[];
  const got = quote(unknown ?? cells.join(','));
  throw new LuaError(
    index,
    `the columns must be itemId, npcId or objectId or both, and percent, each once and in any order; got ${got}.`,
  );
}

/** Returns what a column holds, or null if its name is unknown. Capitals, spaces, hyphens and underscores do not matter. */
function findCsvColumn(name: string): CsvColumn | null {
  const match = /^(item|npc|object|percent)(?:id)?$/.exec(name.toLowerCase().replaceAll(/[\s_-]/g, ''));
  return match === null ? null : (match[1] as CsvColumn);
}

const ID_CELL_PATTERN = /^\d{1,10}$/;
const PERCENT_CELL_PATTERN = /^(\d{1,12}(?:\.\d{0,20})?|\.\d{1,20})\s*%?$/;

function addLineRates(cells: readonly string[], columns: readonly CsvColumn[], found: TableRows, index: number): void {
  const cellOf = (column: CsvColumn): string => cells[columns.indexOf(column)] ?? '';
  const percent = PERCENT_CELL_PATTERN.exec(cellOf('percent'))?.[1];
  const sources = [cellOf('npc'), cellOf('object')].filter((cell) => cell !== '');
  const isRate = [cellOf('item'), ...sources].every((cell) => ID_CELL_PATTERN.test(cell));
  if (cells.length !== columns.length || percent === undefined || !isRate || sources.length !== 1) found.skip();
  else {
    const list = cellOf('npc') === '' ? 'object' : 'pair';
    found.take(list, Number(cellOf('item')), Number(sources[0]), Number(percent), index);
  }
}

/**
 * Returns the lines of a text that are not empty, each with its index. A regular expression can exceed its stack on a
 * line of megabytes.
 */
function* splitLines(text: string): Generator<{ readonly line: string; readonly index: number }> {
  let index = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    if (at < text.length && code !== LINE_FEED && code !== CARRIAGE_RETURN) continue;
    if (at > index) yield { line: text.slice(index, at), index };
    index = at + 1;
  }
}

const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];

const TABLE_BOUNDS = { depthMax: 10, entriesMax: 1_000_000 };

function readLua(text: string): RateTable {
  const found = createRows();
  readStatements({ ...createScanner(text), bounds: TABLE_BOUNDS, entriesLeft: TABLE_BOUNDS.entriesMax }, found, false);
  const listed = found.rows.filter(({ list }) => list !== 'pair');
  return listed.length > 0
    ? { shape: 'pfquest', rows: listed, skipped: found.skipped() }
    : { shape: 'questie-or-atlasloot', rows: found.rows, skipped: found.skipped() };
}

const [BRACE, COMMA, SEMICOLON] = [123, 44, 59];

/** Reads the tables of all statements that assign or return a literal. Skips the lines of other statements. */
function readStatements(reader: ValueReader, found: TableRows, isNested: boolean): void {
  while (!Number.isNaN(peekToken(reader))) {
    const key = readFragmentKey(reader);
    if (key !== null) readTableRates(reader, found, [key]);
    else if (!skipToLiteral(reader)) skipRestOfLine(reader);
    else if (peekToken(reader) === BRACE) readTableRates(reader, found, []);
    else if (!readStoredTable(reader, found, isNested)) skipRestOfLine(reader);
    const behind = peekToken(reader);
    if (behind === SEMICOLON || behind === COMMA) reader.at++;
  }
}

const ENTRY_PATTERN = /\[\s{0,99}(\d{1,10})\s{0,99}\]\s{0,99}=\s{0,99}(?=\{)/y;

/** Reads the key of an entry that was pasted without the table around it, such as `[2589] =`, or returns null. */
function readFragmentKey(reader: ValueReader): number | null {
  const match = matchNext(ENTRY_PATTERN, reader);
  if (match === null) return null;
  reader.at += match[0].length;
  return Number(match[1]);
}

/**
 * `return`, or the left side of an assignment to a variable or field, in front of a table or text. A statement is only
 * recognised on one line and without comments inside, so that no text is searched more than once.
 */
const TABLE_STATEMENT = (() => {
  const name = '[A-Za-z_]\\w{0,99}';
  const key = `\\[[ \\t]{0,9}(?:"[^"\\\\\\r\\n]{0,99}"|'[^'\\\\\\r\\n]{0,99}'|\\d{1,10})[ \\t]{0,9}\\]`;
  const assignee = `(?:local[ \\t]{1,9})?${name}(?:[ \\t]{0,9}(?:\\.${name}|${key})){0,20}[ \\t]{0,99}=`;
  return new RegExp(`(?:return\\b|${assignee})\\s*(?=[{"'[])`, 'y');
})();

/** Skips the part of a statement in front of its table or text. Returns false if there is none. */
function skipToLiteral(reader: ValueReader): boolean {
  if (peekToken(reader) === BRACE) return true;
  const match = matchNext(TABLE_STATEMENT, reader);
  if (match === null) return false;
  reader.at += match[0].length;
  return true;
}

function skipRestOfLine(reader: TextScanner): void {
  const { text } = reader;
  while (reader.at < text.length && text[reader.at] !== '\n' && text[reader.at] !== '\r') reader.at++;
}

const LONG_STRING_START = /\[={0,99}\[/y;

/** Reads a text that holds a table, as Questie stores its tables. Returns whether there was a text. */
function readStoredTable(reader: ValueReader, found: TableRows, isNested: boolean): boolean {
  const bracket = readLongBracket(reader.text, reader.at);
  if (bracket === null || bracket.end === null) {
    readValue(reader, 0);
    return true;
  }
  const brackets = matchNext(LONG_STRING_START, reader)![0].length;
  const from = bracket.end - brackets - bracket.text.length;
  reader.at = bracket.end;
  if (isNested) return true;
  const inner: ValueReader = { text: bracket.text, at: 0, bounds: TABLE_BOUNDS, entriesLeft: reader.entriesLeft };
  try {
    readStatements(inner, found, true);
  } catch (error) {
    throw error instanceof LuaError ? new LuaError(from + error.at, error.message) : error;
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
function readTableRates(reader: ValueReader, found: TableRows, path: readonly LuaKey[]): void {
  const last = path.at(-1);
  const item = path.at(-2);
  const list = last === undefined ? undefined : PFQUEST_LISTS.get(last);
  walkTable(reader, path.length, (key) => {
    if (peekToken(reader) === BRACE) return readTableRates(reader, found, [...path, key]);
    const { at } = reader;
    const value = readValue(reader, path.length + 1);
    if (typeof key !== 'number' || last === undefined) return;
    if (list !== undefined && typeof item === 'number') found.take(list, item, key, parsePercent(value), at);
    else if (typeof last === 'number') found.take('pair', last, key, parsePercent(value), at);
  });
}

function parsePercent(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}
