import type { TableRow } from '../../domain/game_files/tables.ts';
import { toVisibleProse } from '../../schema/text.ts';
import type { CsvLayout } from './layout.ts';

const DECIMAL_NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Brackets around an array in one cell, which may be written as `1,2,3` (wow.export), `{1,2,3}` or `[1|2|3]`. */
const WRAPPING_BRACKETS = /^\s*[[{(]|[\])}]\s*$/g;
const ENTRY_SEPARATOR = /\s*[,|;]\s*|\s+/;

/** Parses a decimal number. Returns null for any other cell, including an empty one. */
export function parseNumber(cell: string): number | null {
  const text = cell.trim();
  if (!DECIMAL_NUMBER.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Parses a safe integer. Returns null for any other cell. */
export function parseInteger(cell: string): number | null {
  // A fast path: most cells of a table are 0.
  if (cell === '0') return 0;
  const value = parseNumber(cell);
  // Adding 0 turns -0 into 0.
  return value !== null && Number.isSafeInteger(value) ? value + 0 : null;
}

/** Reads a cell. If the column is an array in this build, reads its first entry, in any of the array formats. */
function readScalar<T>(cell: string | null, read: (cell: string) => T | null): T | null {
  if (cell === null || cell === '') return null;
  return read(cell) ?? read(splitEntries(cell)[0] ?? '');
}

/** Splits an array in one cell into its entries. */
export function splitEntries(cell: string): readonly string[] {
  const bare = cell.replaceAll(WRAPPING_BRACKETS, '').trim();
  return bare === '' ? [] : bare.split(ENTRY_SEPARATOR);
}

/** Called for a cell that is neither empty nor a number of the requested type. */
export type NoteCell = (line: number, column: string, cell: string) => void;

/** Reads a number from a cell. Returns null for any other content, which is reported unless the cell is empty. */
export function readNumberCell(
  cell: string | null,
  read: (cell: string) => number | null,
  noteCell: (cell: string) => void,
): number | null {
  if (cell === null || cell.trim() === '') return null;
  const value = readScalar(cell, read);
  if (value === null) noteCell(cell);
  return value;
}

/** Reads an integer from an array entry. Returns 0 for any other content, so that later entries keep their index. */
export function readEntry(entry: string, noteCell: (cell: string) => void): number {
  const value = parseInteger(entry);
  if (value === null && entry.trim() !== '') noteCell(entry);
  return value ?? 0;
}

/** Creates a row whose cells are read by column name. */
export function createRow(
  layout: CsvLayout,
  line: number,
  cells: readonly string[],
  noteCell: NoteCell = () => {},
): TableRow {
  const entries = (column: string): readonly string[] => {
    const places = layout.cells.get(column);
    if (places === undefined) return [];
    const [place] = places;
    if (places.length === 1 && place !== undefined) return splitEntries(cells[place] ?? '');
    return places.map((at) => cells[at] ?? '');
  };
  const first = (column: string): string | null => cells[layout.cells.get(column)?.[0] ?? -1] ?? null;
  const text = (column: string): string | null => {
    const cell = first(column);
    return cell === null ? null : toVisibleProse(cell);
  };
  return {
    line,
    integer: (column) => readNumberCell(first(column), parseInteger, (cell) => noteCell(line, column, cell)),
    number: (column) => readNumberCell(first(column), parseNumber, (cell) => noteCell(line, column, cell)),
    // Tables are untrusted, so remove characters that language models can read but people cannot see.
    text,
    integers: (column) => entries(column).map((entry) => readEntry(entry, (cell) => noteCell(line, column, cell))),
  };
}
