import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openGameTables } from '../../../adapters/game_files/folder.ts';
import type { GameTable, TableRow } from '../../../domain/game_files/tables.ts';
import { seeded } from '../../bench/world.ts';

/** A table as tests write it. Arrays are arrays, however a dialect writes them. */
export interface TableSource {
  readonly name: string;
  /** The columns in file order. An array has its name without an index. */
  readonly columns: readonly string[];
  readonly rows: readonly TableSourceRow[];
}

export type TableSourceRow = Readonly<Record<string, SourceCell>>;
export type SourceCell = string | number | readonly (string | number)[];

/** How an exporter writes arrays: as columns `Reagent_0` or `Flags[0]`, or in one cell of a semicolon file. */
export type Dialect = 'underscore' | 'bracket' | 'semicolon';

export const DIALECTS: readonly Dialect[] = ['underscore', 'bracket', 'semicolon'];

export interface WriteOptions {
  readonly dialect?: Dialect;
  /** A seed for the order of columns and rows. */
  readonly shuffle?: number;
  /** Returns the file name of a table. Defaults to `<Name>.csv`. */
  readonly fileName?: (name: string) => string;
  readonly bom?: boolean;
  readonly crlf?: boolean;
  /** Whether the semicolon dialect leaves texts unquoted, as wow.export does. */
  readonly unquoted?: boolean;
  /** Joins the entries of an array in the semicolon dialect. Defaults to `1,2,3`. */
  readonly joinArray?: (entries: readonly (string | number)[]) => string;
}

/** Writes tables into a folder as an exporter does. */
export async function writeTables(
  dir: string,
  tables: readonly TableSource[],
  options: WriteOptions = {},
): Promise<void> {
  const fileName = options.fileName ?? ((name: string) => `${name}.csv`);
  for (const table of tables) await writeFile(join(dir, fileName(table.name)), tableText(table, options));
}

/** Turns sheets, keyed by name, into tables. A table has every column that one of its rows has. */
export function asTables(sheets: Readonly<Record<string, readonly TableSourceRow[]>>): readonly TableSource[] {
  return Object.entries(sheets).map(([name, rows]) => ({
    name,
    columns: [...new Set(rows.flatMap((row) => Object.keys(row)))],
    rows,
  }));
}

/** The build of the tests' tables. */
export const BUILD = '1.15.8.67156';

/** Opens one table of a folder. */
export async function openWritten(dir: string, name: string): Promise<GameTable> {
  const tables = await openGameTables(dir, BUILD);
  assert.ok(tables.ok, tables.ok ? '' : tables.error);
  const table = tables.value.table(name);
  assert.ok(table !== null);
  return table;
}

/** Returns all rows of a table in order of ID. */
export async function tableRows(table: GameTable): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const row of table.rows()) rows.push(row);
  return rows.sort((a, b) => (a.integer('ID') ?? 0) - (b.integer('ID') ?? 0));
}

/** Returns the text of a table's file. */
export function tableText(table: TableSource, options: WriteOptions = {}): string {
  const random = seeded(options.shuffle ?? 0);
  const mixed = <T>(list: readonly T[]): readonly T[] =>
    options.shuffle === undefined ? list : shuffled(list, random);
  const end = options.crlf === true ? '\r\n' : '\n';
  const lines = linesOf({ ...table, columns: mixed(table.columns), rows: mixed(table.rows) }, options);
  return `${options.bom === true ? '\ufeff' : ''}${lines.join(end)}${end}`;
}

function linesOf(table: TableSource, options: WriteOptions): readonly string[] {
  const dialect = options.dialect ?? 'underscore';
  if (dialect === 'semicolon') {
    const join = options.joinArray ?? ((entries) => entries.join(','));
    const quote = options.unquoted === true ? (text: string) => text : (text: string) => quoted(text, ';');
    const cell = (value: SourceCell): string => quote(typeof value === 'object' ? join(value) : String(value));
    return [
      table.columns.join(';'),
      ...table.rows.map((row) => table.columns.map((name) => cell(row[name] ?? '')).join(';')),
    ];
  }
  const entry =
    dialect === 'bracket'
      ? (name: string, at: number) => `${name}[${at}]`
      : (name: string, at: number) => `${name}_${at}`;
  const lengths = new Map(table.columns.map((name) => [name, arrayLength(table, name)]));
  const spread = (name: string, value: SourceCell): readonly (string | number)[] => {
    const length = lengths.get(name) ?? 0;
    if (length === 0) return [typeof value === 'object' ? '' : value];
    const entries = typeof value === 'object' ? value : [value];
    return Array.from({ length }, (_, at) => entries[at] ?? 0);
  };
  const header = table.columns.flatMap((name) => {
    const length = lengths.get(name) ?? 0;
    return length === 0 ? [name] : Array.from({ length }, (_, at) => entry(name, at));
  });
  const rows = table.rows.map((row) => table.columns.flatMap((name) => spread(name, row[name] ?? '')));
  return [header, ...rows].map((cells) => cells.map((cell) => quoted(String(cell), ',')).join(','));
}

/** Returns the length of an array column, or 0 if the column is not an array. */
function arrayLength(table: TableSource, name: string): number {
  return table.rows.reduce(
    (longest, row) => Math.max(longest, typeof row[name] === 'object' ? row[name].length : 0),
    0,
  );
}

function quoted(text: string, delimiter: string): string {
  return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Reads a well-formed comma-separated table character by character. It shares no code with the tested reader.
 * `Reagent_0`, `Reagent_1` become the array `Reagent`.
 */
export function parseSource(name: string, text: string): TableSource {
  const [header = [], ...records] = parseCells(text);
  const bare = header.map((column) =>
    header.includes(column.replace(/_\d+$/, '_0')) ? column.replace(/_\d+$/, '') : column,
  );
  const columns = [...new Set(bare)];
  const arrays = new Set(bare.filter((column, at) => column !== header[at]));
  const rows = records.map((cells) => {
    const row: Record<string, string | string[]> = {};
    for (const [at, column] of bare.entries()) {
      const cell = cells[at] ?? '';
      if (!arrays.has(column)) row[column] = cell;
      else row[column] = [...(row[column] ?? []), cell];
    }
    return row;
  });
  return { name, columns, rows };
}

export function parseCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let inQuotes = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (inQuotes) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else inQuotes = false;
    } else if (char === '"') inQuotes = true;
    else if (char === ',') {
      row.push(cell);
      cell = '';
    } else if (char === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else if (char !== '\r') cell += char;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows;
}

function shuffled<T>(list: readonly T[], random: () => number): readonly T[] {
  return list
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
