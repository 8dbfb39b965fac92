import { createLineNotes } from '../../../domain/game_files/line_notes.ts';
import { readBuildParts } from '../../../domain/game_files/read_build.ts';
import type { GameTable, GameTables, TableRow } from '../../../domain/game_files/tables.ts';
import type { BuildPiece, GameItem } from '../../../domain/ports/build.ts';

/** A cell as tests write it. An array is an array, and a missing cell is empty. */
export type Cell = number | string | readonly number[];
export type Row = Readonly<Record<string, Cell>>;

/** Rows, keyed by table. A table has every column that one of its rows has. */
export type Sheets = Readonly<Record<string, readonly Row[]>>;

/** Returns tables in memory that behave like files. */
export function memoryTables(sheets: Sheets): GameTables {
  const tables = new Map(Object.entries(sheets).map(([name, rows]) => [name, memoryTable(name, rows)]));
  return { table: (name) => tables.get(name) ?? null, all: [...tables.values()] };
}

function memoryTable(name: string, rows: readonly Row[]): GameTable {
  return {
    ...memoryFindings(rows.length),
    name,
    file: `${name}.csv`,
    columns: new Set(rows.flatMap((row) => Object.keys(row))),
    async *rows() {
      for (const [i, row] of rows.entries()) yield memoryRow(row, i + 2);
    },
    visit: async (take) => {
      for (const [i, row] of rows.entries()) take(memoryRow(row, i + 2));
    },
  };
}

/** Returns findings for tables in memory, which record notes about their rows. */
export function memoryFindings(rows: number): Pick<GameTable, 'leaveOut' | 'doubt' | 'findings'> {
  const [leftOut, doubtful] = [createLineNotes(), createLineNotes()];
  return {
    leaveOut: leftOut.add,
    doubt: doubtful.add,
    findings: () => ({ rows, lines: rows + 1, leftOut, doubtful, damage: null }),
  };
}

function memoryRow(row: Row, line: number): TableRow {
  const numeric = (column: string): number | null => {
    const cell = row[column];
    if (cell === undefined || cell === '' || typeof cell === 'object') return null;
    return Number.isFinite(Number(cell)) ? Number(cell) : null;
  };
  return {
    line,
    integer: (column) => (Number.isInteger(numeric(column)) ? numeric(column) : null),
    number: numeric,
    text: (column) => (row[column] === undefined ? null : String(row[column])),
    integers: (column) => {
      const cell = row[column];
      return typeof cell === 'object' ? cell : [];
    },
  };
}

/** Returns a row of `Item`: a cloth robe with an icon, changed by `cells`. */
export function itemRow(id: number, cells: Row = {}): Row {
  return {
    ID: id,
    ClassID: 4,
    SubclassID: 1,
    InventoryType: 20,
    IconFileDataID: 1000,
    ...cells,
  };
}

/** Returns the rows without a column. */
export function without(rows: readonly Row[], column: string): readonly Row[] {
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== column)));
}

export async function piecesOf(sheets: Sheets): Promise<readonly BuildPiece[]> {
  const pieces: BuildPiece[] = [];
  for await (const part of readBuildParts(memoryTables(sheets), [])) pieces.push(...part);
  return pieces;
}

export async function itemsOf(sheets: Sheets): Promise<readonly GameItem[]> {
  return (await piecesOf(sheets)).flatMap((piece) => (piece.piece === 'item' ? [piece.item] : []));
}

/** Returns the edges as `rel from to`. */
export async function edgesOf(sheets: Sheets): Promise<readonly string[]> {
  return (await piecesOf(sheets)).flatMap((piece) =>
    piece.piece === 'edge' ? [`${piece.edge.rel} ${piece.edge.fromId} ${piece.edge.toId}`] : [],
  );
}
