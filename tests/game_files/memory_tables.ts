import { createLineNotes } from '../../domain/game_files/line_notes.ts';
import { readBuild } from '../../domain/game_files/read_build.ts';
import type { GameTable, GameTables, TableRow } from '../../domain/game_files/tables.ts';
import type { BuildPiece, GameItem } from '../../domain/ports/build.ts';

/** Rows as a test writes them: arrays are arrays, an absent cell is an empty one. */
export type Cell = number | string | readonly number[];
export type Row = Readonly<Record<string, Cell>>;

/** Tables by name, each with rows whose columns together are those of the table. */
export type Sheets = Readonly<Record<string, readonly Row[]>>;

/** Tables in memory that behave like those of files. */
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

/** What tables in memory note of their rows. */
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

/** A row of `Item`: a cloth robe with an icon, but for what the test says of it. */
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

/** The same sheet without a column. */
export function without(rows: readonly Row[], column: string): readonly Row[] {
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== column)));
}

export async function piecesOf(sheets: Sheets): Promise<readonly BuildPiece[]> {
  const pieces: BuildPiece[] = [];
  for await (const piece of readBuild(memoryTables(sheets))) pieces.push(piece);
  return pieces;
}

export async function itemsOf(sheets: Sheets): Promise<readonly GameItem[]> {
  return (await piecesOf(sheets)).flatMap((piece) => (piece.piece === 'item' ? [piece.item] : []));
}

/** Edges as `rel from to`. */
export async function edgesOf(sheets: Sheets): Promise<readonly string[]> {
  return (await piecesOf(sheets)).flatMap((piece) =>
    piece.piece === 'edge' ? [`${piece.edge.rel} ${piece.edge.fromId} ${piece.edge.toId}`] : [],
  );
}
