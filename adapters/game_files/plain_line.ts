import type { TableRow } from '../../domain/game_files/tables.ts';
import type { CsvLayout } from './layout.ts';
import { type NoteCell, parseInteger, parseNumber, readEntry, readNumberCell, splitEntries } from './table_row.ts';

const QUOTE_CODE = 34;
const MINUS_CODE = 45;
const ZERO_CODE = 48;
/** Numbers with at most 15 digits are exact in a double. */
const SAFE_DIGITS_MAX = 15;

/** Parses the digits in a range of a string. Returns NaN if the range contains anything else. */
function parseDigits(text: string, from: number, to: number): number {
  const isNegative = text.charCodeAt(from) === MINUS_CODE;
  const first = isNegative ? from + 1 : from;
  if (first >= to || to - first > SAFE_DIGITS_MAX) return Number.NaN;
  let value = 0;
  for (let at = first; at < to; at++) {
    const digit = text.charCodeAt(at) - ZERO_CODE;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return isNegative ? 0 - value : value;
}

/** Stores the start of each cell. Returns false if the line contains a quote or has the wrong number of cells. */
function findCells(text: string, delimiter: number, starts: Int32Array): boolean {
  const { length } = text;
  const width = starts.length - 1;
  let cells = 1;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE_CODE) return false;
    if (code !== delimiter) continue;
    if (cells === width) return false;
    starts[cells++] = at + 1;
  }
  starts[cells] = length + 1;
  return cells === width;
}

/**
 * A fast path for unambiguous lines, which make up nearly the whole file: lines without quotes that have as many cells
 * as the header, an integer key, and a number in the last cell. One pass finds the start of each cell. Cells are then
 * read lazily, since most cells of a wide table are not used.
 */
export function createPlainLine(layout: CsvLayout, noteCell: NoteCell) {
  const { width, keyCell } = layout;
  const delimiter = layout.delimiter.charCodeAt(0);
  /** Start of each cell, plus one entry for the start of a cell after the last one. */
  const starts = new Int32Array(width + 1);
  let text = '';
  let line = 0;

  const cellAt = (place: number): string => text.slice(starts[place]!, starts[place + 1]! - 1);

  const isInteger = (place: number): boolean =>
    !Number.isNaN(parseDigits(text, starts[place]!, starts[place + 1]! - 1)) || parseInteger(cellAt(place)) !== null;

  const isNumber = (place: number): boolean => isInteger(place) || parseNumber(cellAt(place)) !== null;

  const integer = (column: string): number | null => {
    const place = layout.cells.get(column)?.[0];
    if (place === undefined) return null;
    const [from, to] = [starts[place]!, starts[place + 1]! - 1];
    if (from >= to) return null;
    const value = parseDigits(text, from, to);
    return Number.isNaN(value)
      ? readNumberCell(cellAt(place), parseInteger, (cell) => noteCell(line, column, cell))
      : value;
  };

  const integers = (column: string): readonly number[] => {
    const places = layout.cells.get(column);
    if (places === undefined) return [];
    const note = (cell: string): void => noteCell(line, column, cell);
    if (places.length === 1) return splitEntries(cellAt(places[0]!)).map((entry) => readEntry(entry, note));
    const values: number[] = [];
    for (const place of places) {
      const value = parseDigits(text, starts[place]!, starts[place + 1]! - 1);
      values.push(Number.isNaN(value) ? readEntry(cellAt(place), note) : value);
    }
    return values;
  };

  const textOf = (column: string): string | null => {
    const place = layout.cells.get(column)?.[0];
    return place === undefined ? null : cellAt(place);
  };

  return {
    /** Returns whether a line is plain. If so, `row` is the row of this line until the next call. */
    take: (candidate: string, number: number): boolean => {
      [text, line] = [candidate, number];
      return findCells(candidate, delimiter, starts) && isInteger(keyCell) && isNumber(width - 1);
    },
    /** The row of the last plain line. One object is reused for all rows, so cells that are not read cost nothing. */
    row: {
      get line() {
        return line;
      },
      integer,
      number: (column: string): number | null =>
        readNumberCell(textOf(column), parseNumber, (cell) => noteCell(line, column, cell)),
      text: textOf,
      integers,
    } satisfies TableRow,
  };
}
