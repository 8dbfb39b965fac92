import type { TableRow } from '../../domain/game_files/tables.ts';
import { visibleProse } from '../../schema/text.ts';
import type { Layout } from './layout.ts';

const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** What a whole array in one cell is wrapped in and parted by: `1,2,3` as wow.export writes it, `{1,2,3}`, `[1|2|3]`. */
const WRAPPING = /^\s*[[{(]|[\])}]\s*$/g;
const PARTING = /\s*[,|;]\s*|\s+/;

/** A decimal number; null for anything else, an empty cell among it. */
export const numberOf = (cell: string): number | null => {
  const text = cell.trim();
  if (!NUMBER.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
};

/** A whole number that JavaScript holds exactly; null for anything else. */
export const integerOf = (cell: string): number | null => {
  // Most cells of a table are 0.
  if (cell === '0') return 0;
  const value = numberOf(cell);
  // -0 is 0 to whoever compares.
  return value !== null && Number.isSafeInteger(value) ? value + 0 : null;
};

/** What a cell says; a column that is an array in this build is read by its first entry, in whatever dialect. */
export const scalarOf = <T>(cell: string | null, read: (cell: string) => T | null): T | null => {
  if (cell === null || cell === '') return null;
  return read(cell) ?? read(entriesOf(cell)[0] ?? '');
};

/** The entries of a whole array in one cell. */
export const entriesOf = (cell: string): readonly string[] => {
  const bare = cell.replaceAll(WRAPPING, '').trim();
  return bare === '' ? [] : bare.split(PARTING);
};

/** The cells of a row, by column name. */
export const createRow = (layout: Layout, line: number, cells: readonly string[]): TableRow => {
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
    integer: (column) => scalarOf(first(column), integerOf),
    number: (column) => scalarOf(first(column), numberOf),
    // Tables come from whoever made them: names in them may carry nothing that readers cannot see and models can.
    text,
    // An entry that is no whole number keeps its place: what belongs to it stands at the same place of another array.
    integers: (column) => entries(column).map((cell) => integerOf(cell) ?? 0),
  };
};
