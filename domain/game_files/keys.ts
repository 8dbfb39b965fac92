import { quoted } from '../values/quoted.ts';
import { createIdSet } from './id_set.ts';
import type { GameTable, TableRow } from './tables.ts';

/** The highest id that the published schemas allow. */
export const GAME_ID_MAX = 2_000_000_000;

/** Which ids a column may hold. */
export interface IdRange {
  readonly from?: number;
  readonly to?: number;
}

/**
 * Reads the id of each row of one reading. A row whose id is out of range, missing, or that of an earlier row has none:
 * it is left out, and the table notes why. The first of two rows with one id counts.
 */
export function createIdReader(
  table: GameTable | null,
  column = 'ID',
  range: IdRange = {},
): (row: TableRow) => number | null {
  const seen = createIdSet();
  return (row) => {
    const id = readIdIn(table, row, column, range);
    if (id === null || seen.add(id)) return id;
    table?.leaveOut(row.line, `repeats the ${column} ${id} of an earlier row`);
    return null;
  };
}

/** The id in a column of a row, or null where there is none in this range: the row is then left out. */
export function readIdIn(table: GameTable | null, row: TableRow, column: string, range: IdRange = {}): number | null {
  const { from = 1, to = GAME_ID_MAX } = range;
  const id = row.integer(column);
  if (id !== null && id >= from && id <= to) return id;
  table?.leaveOut(
    row.line,
    `needs a whole number from ${from} to ${to} as its ${column}, but has ${shownCell(row, column)}`,
  );
  return null;
}

function shownCell(row: TableRow, column: string): string {
  const text = row.text(column);
  return text === null || text === '' ? 'none' : quoted(text);
}
