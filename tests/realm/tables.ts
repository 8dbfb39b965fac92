import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import papaparse from 'papaparse';

/** Rows of a client table as its file has them, by column name. */
export type TableRows = readonly Readonly<Record<string, string>>[];

const known = new Map<string, TableRows>();

/** All rows of a table, read once; none where the folder has no such file. */
export function readTable(folder: string, name: string): TableRows {
  const file = join(folder, `${name}.csv`);
  const rows = known.get(file) ?? rowsOf(file);
  known.set(file, rows);
  return rows;
}

function rowsOf(file: string): TableRows {
  return existsSync(file)
    ? papaparse.parse<Record<string, string>>(readFileSync(file, 'utf8'), { header: true, skipEmptyLines: true }).data
    : [];
}

/** A whole number of a row; null where there is none. */
export function numberIn(row: Readonly<Record<string, string>> | undefined, column: string): number | null {
  const text = row?.[column];
  return text === undefined || !/^-?\d+$/.test(text) ? null : Number(text);
}

/** The numbers of a column that the file repeats, as `SpellRank_0` and on. */
export function numbersIn(row: Readonly<Record<string, string>>, column: string): readonly number[] {
  const found: number[] = [];
  for (let at = 0; row[`${column}_${at}`] !== undefined; at++) found.push(numberIn(row, `${column}_${at}`) ?? 0);
  return found;
}
