import type { TableRow } from '../../domain/game_files/tables.ts';
import { formatQuantity } from '../../domain/values/phrases.ts';
import { SHOWN_CHARS_MAX } from '../../domain/values/quoted.ts';
import { type Layout, splitCells } from './layout.ts';
import { type LineReader, TOO_LONG } from './lines.ts';
import { createPlainLine } from './plain_line.ts';
import { createRow, type NoteCell, parseInteger, parseNumber } from './table_row.ts';

/** Maximum number of lines that a quoted cell or a broken row may span. */
const ROW_LINES_MAX = 100;
const ROW_CHARS_MAX = 64 * 1024;

/**
 * The result of parsing at the current line: a row or a fault, and the number of lines that it spans. An empty line has
 * an empty reason. `lacks` describes the missing part of an incomplete row and is reported if the file ends there.
 */
type ParseResult =
  | { readonly row: readonly string[]; readonly lines: number }
  | { readonly reason: string; readonly lines: number; readonly opens: boolean; readonly lacks?: string };

/** Called with each row. The row of a plain line is valid only until the next call. */
export interface RowTaker {
  plain(row: TableRow, line: number, text: string): void;
  other(row: TableRow): void;
}

/** The rows of a table that is being read. */
export interface RecordReader {
  /** Processes the rows of the next chunk of the file. Returns false at the end of the table. */
  some(taker: RowTaker): Promise<boolean>;
  /** Number of rows processed so far. */
  readonly rows: number;
  close(): Promise<void>;
}

/** Receives the faults found while reading a table. */
export interface RecordNotes {
  leftOut(line: number, reason: string): void;
  doubtful(line: number, reason: string): void;
  /** Called if the file ends inside the row that begins on this line. */
  cut(line: number, reason: string): void;
  readonly cell: NoteCell;
}

/**
 * Reads the rows after the header. A row is valid if it has as many cells as the header and an integer key. Anything
 * else is reported with its first line and skipped, so that no cell is read as the value of a different column.
 */
export function readRecords(lines: LineReader, layout: Layout, notes: RecordNotes): RecordReader {
  const plain = createPlainLine(layout, notes.cell);
  let rows = 0;
  // After an unclosed quote, everything up to the next valid row counts as part of the broken row, which is reported
  // once.
  let lost = false;

  /** Processes plain lines as long as there are any in memory, without waiting for the file. */
  const takePlain = (taker: RowTaker): void => {
    for (;;) {
      const text = lines.at(0);
      if (text === undefined || lines.isUnended(0) || !plain.take(text, lines.number)) return;
      lost = false;
      rows++;
      taker.plain(plain.row, lines.number, text);
      lines.drop(1);
    }
  };

  const takeOther = async (taker: RowTaker, text: string): Promise<void> => {
    const { number } = lines;
    const found = await findCellAt(lines, layout, text);
    const isUnended = lines.isUnended(found.lines - 1);
    const lastLine = lines.at(found.lines - 1);
    lines.drop(found.lines);
    if (isUnended && lines.endsInCharacter) {
      notes.cut(number, 'the file ends inside a character: expected its other bytes, found the end of the file');
    } else if (!('row' in found) && found.lacks !== undefined && (isUnended || found.opens)) {
      notes.cut(number, found.lacks);
    }
    if ('row' in found) {
      // The end of an abandoned quoted cell may look like a row, apart from its closing quote.
      if (lost && found.lines === 1 && hasOddQuotes(text)) return;
      lost = false;
      // A closing quote shows that the last cell is complete.
      if (isUnended && !lastLine?.endsWith('"')) notes.doubtful(number, UNENDED_ROW);
      rows++;
      taker.other(createRow(layout, number, found.row, notes.cell));
    } else if (found.reason !== '') {
      if (!lost || found.opens) notes.leftOut(number, found.reason);
      lost ||= found.opens;
    }
  };

  return {
    get rows() {
      return rows;
    },
    some: async (taker) => {
      if (!lines.has(0)) await lines.load(0);
      for (;;) {
        takePlain(taker);
        const text = lines.at(0);
        if (text === undefined) return !lines.has(0);
        await takeOther(taker, text);
      }
    },
    close: () => lines.close(),
  };
}

async function peekLine(lines: LineReader, ahead: number): Promise<string | undefined> {
  if (!lines.has(ahead)) await lines.load(ahead);
  return lines.at(ahead);
}

function hasOddQuotes(text: string): boolean {
  return text.includes('"') && text.split('"').length % 2 === 0;
}

function refuseRow(reason: string, lines = 1): ParseResult {
  return { reason, lines, opens: false };
}

async function findCellAt(lines: LineReader, layout: Layout, text: string): Promise<ParseResult> {
  if (text.trim() === '') return refuseRow('');
  if (text === TOO_LONG) return refuseRow('is too long for a row');
  const cells = splitCells(text, layout.delimiter);
  if (cells === null) return followQuote(lines, layout, text);
  if (cells.length < layout.width) return followBreak(lines, layout, cells.length);
  if (cells.length > layout.width)
    return refuseRow(`has ${formatQuantity(cells.length, 'cell')} where the header names ${layout.width}`);
  const key = formatRowKey(cells, layout);
  if (parseInteger(key) === null) return refuseRow(`has no whole number for its key, but ${quoteShort(key)}`);
  const cut = await countCutLines(lines, layout, cells);
  return cut > 0 ? refuseRow('is broken by a line break', 1 + cut) : { row: cells, lines: 1 };
}

/** Without a final line break, the last cell may be truncated (`25` for `2500`), but many programs never write one. */
const UNENDED_ROW = 'is the last row and has no line break: if the file was cut, its last cell may be too';

function formatRowKey(cells: readonly string[], layout: Layout): string {
  return cells[layout.keyCell] ?? '';
}

function quoteShort(text: string): string {
  return text === '' ? 'nothing' : text.replaceAll(/\p{C}/gu, '?').slice(0, SHOWN_CHARS_MAX);
}

function isWhole(cells: readonly string[], layout: Layout): boolean {
  return cells.length === layout.width && parseInteger(formatRowKey(cells, layout)) !== null;
}

/**
 * Whether a line looks like the beginning of a row: it has a key and at least two more cells, and no space follows the
 * first delimiter, since a space would suggest prose.
 */
function couldBeginRow(text: string, layout: Layout): boolean {
  const [key = '', second = '', third] = text.split(layout.delimiter, 3);
  return layout.keyCell === 0 && parseInteger(key) !== null && third !== undefined && !second.startsWith(' ');
}

/** Whether a line is a complete row, or would be one without its quotes. */
function isRow(text: string, layout: Layout): boolean {
  return isWhole(splitCells(text, layout.delimiter) ?? [], layout) || isWhole(text.split(layout.delimiter), layout);
}

/**
 * Follows a quoted cell across line breaks. If the cell seems to contain a row of the table, its quote was never
 * closed. When in doubt, the row is dropped and reported, because a row that contains cells of another row would be
 * silently wrong.
 */
async function followQuote(lines: LineReader, layout: Layout, opening: string): Promise<ParseResult> {
  const unclosed: ParseResult = { reason: 'opens a quote that never closes', lines: 1, opens: true };
  let text = opening;
  for (let ahead = 1; ahead < ROW_LINES_MAX; ahead += 1) {
    const next = await peekLine(lines, ahead);
    if (next === undefined) return { ...unclosed, lacks: ENDED_IN_QUOTES };
    if (text.length + next.length > ROW_CHARS_MAX) return unclosed;
    if (couldBeginRow(next, layout) || isRow(next, layout)) return unclosed;
    text += `\n${next}`;
    if (!next.includes('"')) continue;
    const cells = splitCells(text, layout.delimiter);
    if (cells === null) continue;
    return isWhole(cells, layout) ? { row: cells, lines: ahead + 1 } : unclosed;
  }
  return unclosed;
}

const ENDED_IN_QUOTES = 'the file ends inside a quoted cell: expected a closing quote, found the end of the file';

/** Handles a line with too few cells. If the lines after it complete the row, they all count as one broken row. */
async function followBreak(lines: LineReader, layout: Layout, cells: number): Promise<ParseResult> {
  let sum = cells;
  for (let ahead = 1; ahead < ROW_LINES_MAX; ahead += 1) {
    const next = await peekLine(lines, ahead);
    if (next === undefined || isOwnRow(next, layout)) break;
    const more = splitCells(next, layout.delimiter)?.length;
    if (more === undefined) break;
    sum += more - 1;
    if (sum === layout.width) return refuseRow('is broken by a line break', ahead + 1);
    if (sum > layout.width) break;
  }
  return {
    ...refuseRow(`has ${formatQuantity(cells, 'cell')} where the header names ${layout.width}`),
    lacks: `the file ends inside a row: expected ${formatQuantity(layout.width, 'cell')}, found ${cells}`,
  };
}

/** Whether a line is a complete row, rather than the rest of a first-column cell that contains a line break. */
function isOwnRow(text: string, layout: Layout): boolean {
  return isRow(text, layout) && parseNumber(splitCells(text, layout.delimiter)?.[0] ?? '') !== null;
}

/** Returns the number of lines after a complete row that continue the row's last cell, if that cell is a string. */
async function countCutLines(lines: LineReader, layout: Layout, cells: readonly string[]): Promise<number> {
  if (layout.width < 2 || parseNumber(cells.at(-1) ?? '') !== null) return 0;
  for (let count = 0; count < ROW_LINES_MAX; count += 1) {
    const next = await peekLine(lines, count + 1);
    if (next === undefined || !mustContinueCell(next, layout)) return count;
  }
  return ROW_LINES_MAX;
}

/** Whether a line can only be the rest of a cell, because no row begins this way. */
function mustContinueCell(text: string, layout: Layout): boolean {
  if (text.trim() === '' || text === TOO_LONG) return false;
  const [key = '', second] = text.split(layout.delimiter, 2);
  const bare = key.startsWith('"') && key.endsWith('"') ? key.slice(1, -1) : key;
  return parseNumber(bare) === null && (second === undefined || layout.keyCell === 0);
}
