import type { GameTable } from './tables.ts';

/**
 * The numbers of a table by the row's ID, kept small: tables come in any order and are joined by id, and one of a hundred
 * thousand rows must not cost a hundred megabytes. Most cells are 0, so only the others are kept.
 * Cells are asked for by id and column: an object a row, with functions of its own, would cost more than the cells.
 */
export interface PackedTable {
  /** The ids above 0, in no order that means anything. Of several rows of one id the last stands. */
  readonly ids: Iterable<number>;
  /** Null where the table, the column or the row is absent, or the cell holds no number. */
  integer(id: number, column: string): number | null;
  /** The entries of an array column up to the last that is not 0; null where the table, the column or the row is absent. */
  list(id: number, column: string): readonly number[] | null;
}

/** The columns to keep. */
export interface PackedColumns {
  readonly integers: readonly string[];
  readonly lists: readonly string[];
}

/** Entries that an array may have. */
const LIST_MAX = 64;

/** Reads a table whole. */
export const packTable = async (table: GameTable | null, columns: PackedColumns): Promise<PackedTable> => {
  if (table === null) return { ids: [], integer: () => null, list: () => null };
  const slots = slotsOf([...columns.integers, ...columns.lists], table.columns);
  const [integers, lists] = [placed(columns.integers, slots), placed(columns.lists, slots)];
  const starts = new Map<number, number>();
  // Each row is how many cells follow, then a slot and a value each. The fraction makes it an array of doubles at once.
  const cells: number[] = [0.5];
  for await (const row of table.rows()) {
    const id = row.integer('ID');
    if (id === null || id <= 0) continue;
    const start = cells.length;
    cells.push(0);
    for (const { column, slot } of integers) push(cells, slot, row.integer(column) ?? Number.NaN);
    for (const { column, slot } of lists) {
      const entries = row.integers(column);
      for (let i = 0; i < entries.length && i < LIST_MAX; i++) push(cells, slot + i, entries[i]!);
    }
    cells[start] = (cells.length - start - 1) / 2;
    starts.set(id, start);
  }
  return {
    ids: starts.keys(),
    integer: (id, column) => integerAt(cells, starts.get(id), slots.get(column)),
    list: (id, column) => listAt(cells, starts.get(id), slots.get(column)),
  };
};

type Slots = ReadonlyMap<string, number>;

/** Where the columns that the table has begin: each has room for an array. */
const slotsOf = (columns: readonly string[], inTable: ReadonlySet<string>): Slots =>
  new Map(columns.filter((column) => inTable.has(column)).map((column, i) => [column, i * LIST_MAX]));

const placed = (columns: readonly string[], slots: Slots) =>
  columns.flatMap((column) => {
    const slot = slots.get(column);
    return slot === undefined ? [] : [{ column, slot }];
  });

const push = (cells: number[], slot: number, value: number): void => {
  if (value !== 0) cells.push(slot, value);
};

const integerAt = (cells: readonly number[], start: number | undefined, slot: number | undefined): number | null => {
  if (start === undefined || slot === undefined) return null;
  const end = start + 1 + 2 * cells[start]!;
  for (let at = start + 1; at < end; at += 2) {
    if (cells[at] === slot) return Number.isNaN(cells[at + 1]) ? null : cells[at + 1]!;
  }
  return 0;
};

const listAt = (
  cells: readonly number[],
  start: number | undefined,
  slot: number | undefined,
): readonly number[] | null => {
  if (start === undefined || slot === undefined) return null;
  const entries: number[] = [];
  const end = start + 1 + 2 * cells[start]!;
  for (let at = start + 1; at < end; at += 2) {
    const place = cells[at]! - slot;
    if (place < 0 || place >= LIST_MAX) continue;
    while (entries.length < place) entries.push(0);
    entries.push(cells[at + 1]!);
  }
  return entries;
};
