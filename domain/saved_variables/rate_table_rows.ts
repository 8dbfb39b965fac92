import { LIMITS } from '../../schema/limits.ts';
import type { TableRow } from '../ports/rate_table.ts';
import { formatQuantity } from '../values/phrases.ts';
import { LuaBroken } from './lua/scanner.ts';

export const BYTES_MAX = LIMITS.compareBytesMax.value;
const ROWS_MAX = LIMITS.compareRowsMax.value;

/** The sentence for a table that has more bytes or rates than allowed. */
export const TABLE_TOO_LARGE = `A table must have at most ${formatQuantity(BYTES_MAX, 'byte')} and ${formatQuantity(ROWS_MAX, 'rate')}; this one has more.`;

/** Collects rows, and counts entries that are none. */
export function createRows() {
  const rows: TableRow[] = [];
  let skipped = 0;
  return {
    take: (list: TableRow['list'], first: number, second: number, percent: number, at: number): void => {
      if (!isId(first) || !isId(second) || !(percent >= 0 && percent <= 100)) skipped++;
      else if (rows.length === ROWS_MAX) throw new LuaBroken(at, TABLE_TOO_LARGE);
      else rows.push({ list, first, second, percent });
    },
    skip: (): void => {
      skipped++;
    },
    rows,
    skipped: () => skipped,
  };
}

export type Rows = ReturnType<typeof createRows>;

/** The largest id of the game's files. */
const ID_MAX = 2 ** 31 - 1;

function isId(id: number): boolean {
  return Number.isInteger(id) && id >= 1 && id <= ID_MAX;
}
