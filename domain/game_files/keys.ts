import { quote } from '../values/quoted.ts';
import { createIdSet } from './line_notes.ts';
import type { GameTable, GameTables, TableRow } from './tables.ts';

/** The highest id that the published schemas allow. */
export const GAME_ID_MAX = 2_000_000_000;

/**
 * Creates a function that reads a row's id. Rows with invalid or repeated ids are reported as left out and yield null.
 */
export function createIdReader(table: GameTable | null, column = 'ID', least = 1): (row: TableRow) => number | null {
  const seen = createIdSet();
  return (row) => {
    const id = readColumnId(table, row, column, least);
    if (id === null || seen.add(id)) return id;
    table?.leaveOut(row.line, `repeats the ${column} ${id} of an earlier row`);
    return null;
  };
}

/** Passes each row with a valid id to `take`, which must not keep the row. Does nothing if the table is missing. */
export async function visitRowsWithId(
  tables: GameTables,
  name: string,
  take: (id: number, row: TableRow, table: GameTable) => void,
  column = 'ID',
  least = 1,
): Promise<void> {
  const table = tables.table(name);
  if (table === null) return;
  const readId = createIdReader(table, column, least);
  await table.visit((row) => {
    const id = readId(row);
    if (id !== null) take(id, row, table);
  });
}

/** Returns the id in a column. If the id is missing or out of range, reports the row as left out and returns null. */
export function readColumnId(table: GameTable | null, row: TableRow, column: string, least = 1): number | null {
  const id = row.integer(column);
  if (id !== null && id >= least && id <= GAME_ID_MAX) return id;
  const text = row.text(column) ?? '';
  table?.leaveOut(
    row.line,
    `needs a whole number from ${least} to ${GAME_ID_MAX} as its ${column}, but has ${text === '' ? 'none' : quote(text)}`,
  );
  return null;
}
