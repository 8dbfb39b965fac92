import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import papaparse from 'papaparse';

/** The rows of a client table. Each row maps column names to the text in the file. */
export type TableRows = readonly Readonly<Record<string, string>>[];

const known = new Map<string, TableRows>();

/** Returns all rows of a table, or an empty list if its file does not exist. Caches the rows. */
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

/** Returns an integer column of a row, or null if the column does not hold an integer. */
export function numberIn(row: Readonly<Record<string, string>> | undefined, column: string): number | null {
  const text = row?.[column];
  return text === undefined || !/^-?\d+$/.test(text) ? null : Number(text);
}

/** Returns the numbers of an array column, which the file stores as `SpellRank_0`, `SpellRank_1` and so on. */
export function numbersIn(row: Readonly<Record<string, string>>, column: string): readonly number[] {
  const found: number[] = [];
  for (let at = 0; row[`${column}_${at}`] !== undefined; at++) found.push(numberIn(row, `${column}_${at}`) ?? 0);
  return found;
}
