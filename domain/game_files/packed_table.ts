import { createIdReader } from './keys.ts';
import type { GameTable } from './tables.ts';

/**
 * The numbers in a table, keyed by row id, in compact form. Rows come in any order and are joined by id across tables,
 * so whole tables are kept in memory, where a hundred thousand rows must not take a hundred megabytes. Most cells are
 * 0, so only non-zero cells are stored, and there is no object per row.
 */
export interface PackedTable {
  /** Ids in no particular order. If several rows have the same id, the first row is used. */
  readonly ids: Iterable<number>;
  /** Returns null if the table, column or row is absent, or if the cell is not a number. */
  integer(id: number, column: string): number | null;
  /** Returns an array column up to its last non-zero entry, or null if the table, column or row is absent. */
  list(id: number, column: string): readonly number[] | null;
}

export interface PackedColumns {
  readonly integers: readonly string[];
  readonly lists: readonly string[];
}

/** Maximum number of entries to read from an array. Further entries are ignored. */
const LIST_LENGTH_MAX = 64;

/** Reads a complete table. Returns an empty packed table if the table is absent. */
export async function packTable(table: GameTable | null, columns: PackedColumns): Promise<PackedTable> {
  if (table === null) return { ids: [], integer: () => null, list: () => null };
  const slots = assignColumnSlots([...columns.integers, ...columns.lists], table.columns);
  const [integers, lists] = [createColumnReader(columns.integers, slots), createColumnReader(columns.lists, slots)];
  const starts = new Map<number, number>();
  const cells = createTableCells(integers.length + lists.length * LIST_LENGTH_MAX);
  const readId = createIdReader(table);
  await table.visit((row) => {
    const id = readId(row);
    if (id === null) return;
    starts.set(id, cells.begin());
    for (const { column, slot } of integers) cells.push(slot, row.integer(column) ?? Number.NaN);
    for (const { column, slot } of lists) {
      const entries = row.integers(column);
      for (let i = 0; i < entries.length && i < LIST_LENGTH_MAX; i++) cells.push(slot + i, entries[i]!);
    }
  });
  cells.begin();
  return {
    ids: starts.keys(),
    integer: (id, column) => readCellInteger(cells, starts.get(id), slots.get(column)),
    list: (id, column) => readList(cells, starts.get(id), slots.get(column)),
  };
}

const CELLS_PER_CHUNK = 1 << 16;
/** Stored in place of a slot to mark the end of a row. */
const END_SLOT = 0xffff;

interface CellChunk {
  readonly slots: Uint16Array;
  readonly values: Float64Array;
}

type TableCells = ReturnType<typeof createTableCells>;

/** The non-zero cells, row by row, in chunks of fixed size, because a growing array would be copied repeatedly. */
function createTableCells(rowCellsMax: number) {
  const chunks: CellChunk[] = [];
  let chunk: CellChunk = { slots: new Uint16Array(0), values: new Float64Array(0) };
  let at = 0;
  return {
    /** Ends the previous row and returns the position at which the next row starts. */
    begin: (): number => {
      if (at < chunk.slots.length) chunk.slots[at++] = END_SLOT;
      // A row and its end marker are always in the same chunk.
      if (at + rowCellsMax + 1 > chunk.slots.length) {
        chunk = { slots: new Uint16Array(CELLS_PER_CHUNK), values: new Float64Array(CELLS_PER_CHUNK) };
        chunks.push(chunk);
        at = 0;
      }
      return (chunks.length - 1) * CELLS_PER_CHUNK + at;
    },
    push: (slot: number, value: number): void => {
      if (value === 0) return;
      chunk.slots[at] = slot;
      chunk.values[at++] = value;
    },
    chunkOf: (start: number): CellChunk => chunks[Math.floor(start / CELLS_PER_CHUNK)]!,
  };
}

type ColumnSlots = ReadonlyMap<string, number>;

/** Assigns a first slot to each existing column, leaving enough slots for an array. */
function assignColumnSlots(columns: readonly string[], inTable: ReadonlySet<string>): ColumnSlots {
  return new Map(columns.filter((column) => inTable.has(column)).map((column, i) => [column, i * LIST_LENGTH_MAX]));
}

function createColumnReader(columns: readonly string[], slots: ColumnSlots) {
  return columns.flatMap((column) => {
    const slot = slots.get(column);
    return slot === undefined ? [] : [{ column, slot }];
  });
}

function readCellInteger(cells: TableCells, start: number | undefined, slot: number | undefined): number | null {
  if (start === undefined || slot === undefined) return null;
  const { slots, values } = cells.chunkOf(start);
  for (let at = start % CELLS_PER_CHUNK; slots[at] !== END_SLOT; at++) {
    if (slots[at] === slot) return Number.isNaN(values[at]) ? null : values[at]!;
  }
  return 0;
}

function readList(cells: TableCells, start: number | undefined, slot: number | undefined): readonly number[] | null {
  if (start === undefined || slot === undefined) return null;
  const { slots, values } = cells.chunkOf(start);
  const entries: number[] = [];
  for (let at = start % CELLS_PER_CHUNK; slots[at] !== END_SLOT; at++) {
    const index = slots[at]! - slot;
    if (index < 0 || index >= LIST_LENGTH_MAX) continue;
    while (entries.length < index) entries.push(0);
    entries.push(values[at]!);
  }
  return entries;
}
