import type { TableRow } from '../../domain/game_files/tables.ts';
import { formatQuantity } from '../../domain/values/phrases.ts';
import { QUOTE_CHARS_MAX } from '../../domain/values/quoted.ts';
import { type CsvLayout, splitCells } from './layout.ts';
import { type LineReader, LONG_MARK } from './lines.ts';
import { createPlainLine } from './plain_line.ts';
import { createRow, type NoteCell, parseInteger, parseNumber } from './table_row.ts';

/** Maximum number of lines that a quoted cell or a broken row may span. */
const ROW_LINES_MAX = 100;
const ROW_CHARS_MAX = 64 * 1024;

/**
 * The result of parsing at the current line: a row or a fault, and the number of lines that it spans. An empty line has
 * an empty reason. `lacks` describes the missing part of an incomplete row and is reported if the file ends there.
 */
type RowResult =
  | { readonly row: readonly string[]; readonly lines: number }
  | { readonly reason: string; readonly lines: number; readonly opens: boolean; readonly lacks?: string };

/** Called with each row. The row of a plain line is valid only until the next call. */
export interface RowConsumer {
  plain(row: TableRow, line: number, text: string): void;
  other(row: TableRow): void;
}

/** The rows of a table that is being read. */
export interface RecordReader {
  /** Processes the rows of the next chunk of the file. Returns false at the end of the table. */
  some(taker: RowConsumer): Promise<boolean>;
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
export function readRecords(lines: LineReader, layout: CsvLayout, notes: RecordNotes): RecordReader {
  const plain = createPlainLine(layout, notes.cell);
  let rows = 0;
  // After an unclosed quote, everything up to the next valid row counts as part of the broken row, which is reported
  // once.
  let lost = false;

  /** Processes plain lines as long as there are any in memory, without waiting for the file. */
  const takePlain = (taker: RowConsumer): void => {
    for (;;) {
      const text = lines.at(0);
      if (text === undefined || lines.isUnended(0) || !plain.take(text, lines.number)) return;
      lost = false;
      rows++;
      taker.plain(plain.row, lines.number, text);
      lines.drop(1);
    }
  };

  const takeOther = async (taker: RowConsumer, text: string): Promise<void> => {
    const { number } = lines;
    const found = await parseNextRow(lines, layout, text);
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
      if (isUnended && !lastLine?.endsWith('"')) notes.doubtful(number, UNENDED_ROW_REASON);
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

function createBadRow(reason: string, lines = 1): RowResult {
  return { reason, lines, opens: false };
}

async function parseNextRow(lines: LineReader, layout: CsvLayout, text: string): Promise<RowResult> {
  if (text.trim() === '') return createBadRow('');
  if (text === LONG_MARK) return createBadRow('is too long for a row');
  const cells = splitCells(text, layout.delimiter);
  if (cells === null) return readQuotedRow(lines, layout, text);
  if (cells.length < layout.width) return readBrokenRow(lines, layout, cells.length);
  if (cells.length > layout.width)
    return createBadRow(`has ${formatQuantity(cells.length, 'cell')} where the header names ${layout.width}`);
  const key = formatRowKey(cells, layout);
  if (parseInteger(key) === null) return createBadRow(`has no whole number for its key, but ${quoteExcerpt(key)}`);
  const cut = await countCutLines(lines, layout, cells);
  return cut > 0 ? createBadRow('is broken by a line break', 1 + cut) : { row: cells, lines: 1 };
}

/** Without a final line break, the last cell may be truncated (`25` for `2500`), but many programs never write one. */
const UNENDED_ROW_REASON = 'is the last row and has no line break: if the file was cut, its last cell may be too';

function formatRowKey(cells: readonly string[], layout: CsvLayout): string {
  return cells[layout.keyCell] ?? '';
}

function quoteExcerpt(text: string): string {
  return text === '' ? 'nothing' : text.replaceAll(/\p{C}/gu, '?').slice(0, QUOTE_CHARS_MAX);
}

function isFullRow(cells: readonly string[], layout: CsvLayout): boolean {
  return cells.length === layout.width && parseInteger(formatRowKey(cells, layout)) !== null;
}

/**
 * Whether a line looks like the beginning of a row: it has a key and at least two more cells, and no space follows the
 * first delimiter, since a space would suggest prose.
 */
function couldBeginRow(text: string, layout: CsvLayout): boolean {
  const [key = '', second = '', third] = text.split(layout.delimiter, 3);
  return layout.keyCell === 0 && parseInteger(key) !== null && third !== undefined && !second.startsWith(' ');
}

/** Whether a line is a complete row, or would be one without its quotes. */
function isRowLine(text: string, layout: CsvLayout): boolean {
  return isFullRow(splitCells(text, layout.delimiter) ?? [], layout) || isFullRow(text.split(layout.delimiter), layout);
}

/**
 * Follows a quoted cell across line breaks. If the cell seems to contain a row of the table, its quote was never
 * closed. When in doubt, the row is dropped and reported, because a row that contains cells of another row would be
 * silently wrong.
 */
async function readQuotedRow(lines: LineReader, layout: CsvLayout, opening: string): Promise<RowResult> {
  const unclosed: RowResult = { reason: 'opens a quote that never closes', lines: 1, opens: true };
  let text = opening;
  for (let ahead = 1; ahead < ROW_LINES_MAX; ahead += 1) {
    const next = await peekLine(lines, ahead);
    if (next === undefined) return { ...unclosed, lacks: OPEN_QUOTE_REASON };
    if (text.length + next.length > ROW_CHARS_MAX) return unclosed;
    if (couldBeginRow(next, layout) || isRowLine(next, layout)) return unclosed;
    text += `\n${next}`;
    if (!next.includes('"')) continue;
    const cells = splitCells(text, layout.delimiter);
    if (cells === null) continue;
    return isFullRow(cells, layout) ? { row: cells, lines: ahead + 1 } : unclosed;
  }
  return unclosed;
}

const OPEN_QUOTE_REASON = 'the file ends inside a quoted cell: expected a closing quote, found the end of the file';

/** Handles a line with too few cells. If the lines after it complete the row, they all count as one broken row. */
async function readBrokenRow(lines: LineReader, layout: CsvLayout, cells: number): Promise<RowResult> {
  let sum = cells;
  for (let ahead = 1; ahead < ROW_LINES_MAX; ahead += 1) {
    const next = await peekLine(lines, ahead);
    if (next === undefined || isSeparateRow(next, layout)) break;
    const more = splitCells(next, layout.delimiter)?.length;
    if (more === undefined) break;
    sum += more - 1;
    if (sum === layout.width) return createBadRow('is broken by a line break', ahead + 1);
    if (sum > layout.width) break;
  }
  return {
    ...createBadRow(`has ${formatQuantity(cells, 'cell')} where the header names ${layout.width}`),
    lacks: `the file ends inside a row: expected ${formatQuantity(layout.width, 'cell')}, found ${cells}`,
  };
}

/** Whether a line is a complete row, rather than the rest of a first-column cell that contains a line break. */
function isSeparateRow(text: string, layout: CsvLayout): boolean {
  return isRowLine(text, layout) && parseNumber(splitCells(text, layout.delimiter)?.[0] ?? '') !== null;
}

/** Returns the number of lines after a complete row that continue the row's last cell, if that cell is a string. */
async function countCutLines(lines: LineReader, layout: CsvLayout, cells: readonly string[]): Promise<number> {
  if (layout.width < 2 || parseNumber(cells.at(-1) ?? '') !== null) return 0;
  for (let count = 0; count < ROW_LINES_MAX; count += 1) {
    const next = await peekLine(lines, count + 1);
    if (next === undefined || !mustContinueCell(next, layout)) return count;
  }
  return ROW_LINES_MAX;
}

/** Whether a line can only be the rest of a cell, because no row begins this way. */
function mustContinueCell(text: string, layout: CsvLayout): boolean {
  if (text.trim() === '' || text === LONG_MARK) return false;
  const [key = '', second] = text.split(layout.delimiter, 2);
  const bare = key.startsWith('"') && key.endsWith('"') ? key.slice(1, -1) : key;
  return parseNumber(bare) === null && (second === undefined || layout.keyCell === 0);
}
