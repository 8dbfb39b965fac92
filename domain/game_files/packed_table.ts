import { createIdReader } from './keys.ts';
import type { GameTable } from './tables.ts';

/**
 * The numbers of a table by the row's ID, kept small: tables come in any order and are joined by id, and one of a hundred
 * thousand rows must not cost a hundred megabytes. Most cells are 0, so only the others are kept.
 * Cells are asked for by id and column: an object a row, with functions of its own, would cost more than the cells.
 */
export interface PackedTable {
  /** In no order that means anything. Of several rows of one id the first counts. */
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
export async function packTable(table: GameTable | null, columns: PackedColumns): Promise<PackedTable> {
  if (table === null) return { ids: [], integer: () => null, list: () => null };
  const slots = slotsOf([...columns.integers, ...columns.lists], table.columns);
  const [integers, lists] = [placed(columns.integers, slots), placed(columns.lists, slots)];
  const starts = new Map<number, number>();
  const cells = createCells(integers.length + lists.length * LIST_MAX);
  const readId = createIdReader(table);
  await table.visit((row) => {
    const id = readId(row);
    if (id === null) return;
    starts.set(id, cells.begin());
    for (const { column, slot } of integers) cells.push(slot, row.integer(column) ?? Number.NaN);
    for (const { column, slot } of lists) {
      const entries = row.integers(column);
      for (let i = 0; i < entries.length && i < LIST_MAX; i++) cells.push(slot + i, entries[i]!);
    }
  });
  cells.begin();
  return {
    ids: starts.keys(),
    integer: (id, column) => integerAt(cells, starts.get(id), slots.get(column)),
    list: (id, column) => listAt(cells, starts.get(id), slots.get(column)),
  };
}

/** Cells of a chunk. */
const CHUNK = 1 << 16;
/** A slot that is none: it ends a row. */
const END = 0xffff;

interface CellChunk {
  readonly slots: Uint16Array;
  readonly values: Float64Array;
}

/** The cells that are not 0, row after row, in chunks that never grow: an array that does is copied again and again. */
interface Cells {
  /** Ends the row before and answers where the next begins. */
  begin(): number;
  push(slot: number, value: number): void;
  chunkOf(start: number): CellChunk;
}

function createCells(rowCellsMax: number): Cells {
  const chunks: CellChunk[] = [];
  let chunk: CellChunk = { slots: new Uint16Array(0), values: new Float64Array(0) };
  let at = 0;
  return {
    begin: () => {
      if (at < chunk.slots.length) chunk.slots[at++] = END;
      // A row lies in one chunk, together with its end.
      if (at + rowCellsMax + 1 > chunk.slots.length) {
        chunk = { slots: new Uint16Array(CHUNK), values: new Float64Array(CHUNK) };
        chunks.push(chunk);
        at = 0;
      }
      return (chunks.length - 1) * CHUNK + at;
    },
    push: (slot, value) => {
      if (value === 0) return;
      chunk.slots[at] = slot;
      chunk.values[at++] = value;
    },
    chunkOf: (start) => chunks[Math.floor(start / CHUNK)]!,
  };
}

type Slots = ReadonlyMap<string, number>;

/** Where the columns that the table has begin: each has room for an array. */
function slotsOf(columns: readonly string[], inTable: ReadonlySet<string>): Slots {
  return new Map(columns.filter((column) => inTable.has(column)).map((column, i) => [column, i * LIST_MAX]));
}

function placed(columns: readonly string[], slots: Slots) {
  return columns.flatMap((column) => {
    const slot = slots.get(column);
    return slot === undefined ? [] : [{ column, slot }];
  });
}

function integerAt(cells: Cells, start: number | undefined, slot: number | undefined): number | null {
  if (start === undefined || slot === undefined) return null;
  const { slots, values } = cells.chunkOf(start);
  for (let at = start % CHUNK; slots[at] !== END; at++) {
    if (slots[at] === slot) return Number.isNaN(values[at]) ? null : values[at]!;
  }
  return 0;
}

function listAt(cells: Cells, start: number | undefined, slot: number | undefined): readonly number[] | null {
  if (start === undefined || slot === undefined) return null;
  const { slots, values } = cells.chunkOf(start);
  const entries: number[] = [];
  for (let at = start % CHUNK; slots[at] !== END; at++) {
    const place = slots[at]! - slot;
    if (place < 0 || place >= LIST_MAX) continue;
    while (entries.length < place) entries.push(0);
    entries.push(values[at]!);
  }
  return entries;
}
