import type { TableRow } from '../../domain/game_files/tables.ts';
import type { Layout } from './layout.ts';
import { entriesOf, entryIn, integerOf, type NoteCell, numberIn, numberOf } from './table_row.ts';

/**
 * Lines about which nothing is doubtful, as nearly every line of a table is: no quote, as many cells as the header, a whole
 * number for its key and a number at its end. Their cells are found by one pass over the line and read where they stand,
 * since a wide table has a hundred that nobody asks for.
 */
export interface PlainLine {
  /** Whether a line is plain; then `row` is its row, until the next call. */
  take(text: string, line: number): boolean;
  /** The row of the line taken last: one object for all, so that a row costs nothing that is not read. */
  readonly row: TableRow;
}

const QUOTE = 34;
const MINUS = 45;
const ZERO = 48;
/** So many digits are always exact. */
const DIGITS_MAX = 15;

/** The whole number that stands in a part of a text; NaN where it is written in any other way than in digits. */
function digitsAt(text: string, from: number, to: number): number {
  const isNegative = text.charCodeAt(from) === MINUS;
  const first = isNegative ? from + 1 : from;
  if (first >= to || to - first > DIGITS_MAX) return Number.NaN;
  let value = 0;
  for (let at = first; at < to; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return isNegative ? 0 - value : value;
}

/** Notes where each cell begins; false where a quote stands anywhere or the cells are not as many as there is room for. */
function findCells(text: string, delimiter: number, starts: Int32Array): boolean {
  const { length } = text;
  const width = starts.length - 1;
  let cells = 1;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return false;
    if (code !== delimiter) continue;
    if (cells === width) return false;
    starts[cells++] = at + 1;
  }
  starts[cells] = length + 1;
  return cells === width;
}

export function createPlainLine(layout: Layout, noteCell: NoteCell): PlainLine {
  const { width, keyCell } = layout;
  const delimiter = layout.delimiter.charCodeAt(0);
  /** Where each cell begins; behind the last one, where one more would. */
  const starts = new Int32Array(width + 1);
  let text = '';
  let line = 0;

  const cellAt = (place: number): string => text.slice(starts[place]!, starts[place + 1]! - 1);

  const isInteger = (place: number): boolean =>
    !Number.isNaN(digitsAt(text, starts[place]!, starts[place + 1]! - 1)) || integerOf(cellAt(place)) !== null;

  const isNumber = (place: number): boolean => isInteger(place) || numberOf(cellAt(place)) !== null;

  const integer = (column: string): number | null => {
    const place = layout.cells.get(column)?.[0];
    if (place === undefined) return null;
    const [from, to] = [starts[place]!, starts[place + 1]! - 1];
    if (from >= to) return null;
    const value = digitsAt(text, from, to);
    return Number.isNaN(value) ? numberIn(cellAt(place), integerOf, (cell) => noteCell(line, column, cell)) : value;
  };

  const integers = (column: string): readonly number[] => {
    const places = layout.cells.get(column);
    if (places === undefined) return [];
    const note = (cell: string): void => noteCell(line, column, cell);
    if (places.length === 1) return entriesOf(cellAt(places[0]!)).map((entry) => entryIn(entry, note));
    const values: number[] = [];
    for (const place of places) {
      const value = digitsAt(text, starts[place]!, starts[place + 1]! - 1);
      values.push(Number.isNaN(value) ? entryIn(cellAt(place), note) : value);
    }
    return values;
  };

  const textOf = (column: string): string | null => {
    const place = layout.cells.get(column)?.[0];
    return place === undefined ? null : cellAt(place);
  };

  return {
    take: (candidate, number) => {
      [text, line] = [candidate, number];
      return findCells(candidate, delimiter, starts) && isInteger(keyCell) && isNumber(width - 1);
    },
    row: {
      get line() {
        return line;
      },
      integer,
      number: (column) => numberIn(textOf(column), numberOf, (cell) => noteCell(line, column, cell)),
      text: textOf,
      integers,
    },
  };
}
