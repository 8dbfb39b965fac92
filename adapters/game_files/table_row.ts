import type { TableRow } from '../../domain/game_files/tables.ts';
import { visibleProse } from '../../schema/text.ts';
import type { Layout } from './layout.ts';

const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** What a whole array in one cell is wrapped in and parted by: `1,2,3` as wow.export writes it, `{1,2,3}`, `[1|2|3]`. */
const WRAPPING = /^\s*[[{(]|[\])}]\s*$/g;
const PARTING = /\s*[,|;]\s*|\s+/;

/** A decimal number; null for anything else, an empty cell among it. */
export function numberOf(cell: string): number | null {
  const text = cell.trim();
  if (!NUMBER.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** A whole number that JavaScript holds exactly; null for anything else. */
export function integerOf(cell: string): number | null {
  // Most cells of a table are 0.
  if (cell === '0') return 0;
  const value = numberOf(cell);
  // -0 is 0 to whoever compares.
  return value !== null && Number.isSafeInteger(value) ? value + 0 : null;
}

/** What a cell says; a column that is an array in this build is read by its first entry, in whatever dialect. */
export function scalarOf<T>(cell: string | null, read: (cell: string) => T | null): T | null {
  if (cell === null || cell === '') return null;
  return read(cell) ?? read(entriesOf(cell)[0] ?? '');
}

/** The entries of a whole array in one cell. */
export function entriesOf(cell: string): readonly string[] {
  const bare = cell.replaceAll(WRAPPING, '').trim();
  return bare === '' ? [] : bare.split(PARTING);
}

/** Notes a cell that is neither empty nor the number that a reader asked for. */
export type NoteCell = (line: number, column: string, cell: string) => void;

/** What a cell says as a number, or null. One that says something else is noted. */
export function numberIn(
  cell: string | null,
  read: (cell: string) => number | null,
  noteCell: (cell: string) => void,
): number | null {
  if (cell === null || cell.trim() === '') return null;
  const value = scalarOf(cell, read);
  if (value === null) noteCell(cell);
  return value;
}

/** The whole number of an entry of an array; 0 where it is none, which keeps the place of those behind it. */
export function entryIn(entry: string, noteCell: (cell: string) => void): number {
  const value = integerOf(entry);
  if (value === null && entry.trim() !== '') noteCell(entry);
  return value ?? 0;
}

/** The cells of a row, by column name. */
export function createRow(
  layout: Layout,
  line: number,
  cells: readonly string[],
  noteCell: NoteCell = () => {},
): TableRow {
  const entries = (column: string): readonly string[] => {
    const places = layout.cells.get(column);
    if (places === undefined) return [];
    const [place] = places;
    if (places.length === 1 && place !== undefined) return entriesOf(cells[place] ?? '');
    return places.map((at) => cells[at] ?? '');
  };
  const first = (column: string): string | null => cells[layout.cells.get(column)?.[0] ?? -1] ?? null;
  const text = (column: string): string | null => {
    const cell = first(column);
    return cell === null ? null : visibleProse(cell);
  };
  return {
    line,
    integer: (column) => numberIn(first(column), integerOf, (cell) => noteCell(line, column, cell)),
    number: (column) => numberIn(first(column), numberOf, (cell) => noteCell(line, column, cell)),
    // Tables come from whoever made them: names in them may carry nothing that readers cannot see and models can.
    text,
    integers: (column) => entries(column).map((entry) => entryIn(entry, (cell) => noteCell(line, column, cell))),
  };
}
