import { LIMITS } from '../../schema/limits.ts';
import type { TableRow } from '../ports/rate_table.ts';
import { formatQuantity } from '../values/phrases.ts';
import { LuaError } from './lua/scanner.ts';

export const TABLE_BYTES_MAX = LIMITS.compareBytesMax.value;
const TABLE_ROWS_MAX = LIMITS.compareRowsMax.value;

/** The sentence for a table that has more bytes or rates than allowed. */
export const TABLE_TOO_LARGE_ERROR = `A table must have at most ${formatQuantity(TABLE_BYTES_MAX, 'byte')} and ${formatQuantity(TABLE_ROWS_MAX, 'rate')}; this one has more.`;

/** Collects rows, and counts entries that are none. */
export function createRows() {
  const rows: TableRow[] = [];
  let skipped = 0;
  return {
    take: (list: TableRow['list'], first: number, second: number, percent: number, at: number): void => {
      if (!isValidId(first) || !isValidId(second) || !(percent >= 0 && percent <= 100)) skipped++;
      else if (rows.length === TABLE_ROWS_MAX) throw new LuaError(at, TABLE_TOO_LARGE_ERROR);
      else rows.push({ list, first, second, percent });
    },
    skip: (): void => {
      skipped++;
    },
    rows,
    skipped: () => skipped,
  };
}

export type TableRows = ReturnType<typeof createRows>;

/** The largest id of the game's files. */
const TABLE_ID_MAX = 2 ** 31 - 1;

function isValidId(id: number): boolean {
  return Number.isInteger(id) && id >= 1 && id <= TABLE_ID_MAX;
}
