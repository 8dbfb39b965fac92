import type { Source } from '../../../../domain/ports/drops.ts';
import type { Runner } from '../../database.ts';
import { readPacked } from '../../packed.ts';
import { unpackTotals } from './codec.ts';
import { installsOf } from './pieces.ts';
import { sourceNumber, sourceOfNumber } from './sources.ts';

/** Who opened how many windows of a source, by install. */
export interface Looter {
  readonly installN: number;
  readonly windows: number;
  readonly itemIds: readonly number[];
}

/** The installs that looted a source, the first `limit`. */
export async function lootersOf(runner: Runner, source: Source, limit: number): Promise<readonly Looter[]> {
  const looters: Looter[] = [];
  for await (const installs of installsOf(runner, sourceNumber(source), null)) {
    for (const { installN, windows, items } of installs) {
      looters.push({ installN, windows, itemIds: items.map(({ itemId }) => itemId) });
    }
    if (looters.length >= limit) break;
  }
  return looters.slice(0, limit);
}

/** Rows of totals read at a time. */
const ROWS_AT_ONCE = 1_000;

/** The sources whose windows held an item. No index leads there: the operator waits for it. */
export async function sourcesOfItem(runner: Runner, itemId: number): Promise<readonly Source[]> {
  const found = new Set<number>();
  for (let [sourceN, firstItem] = [0, 0]; ; ) {
    const rows = await readPacked<readonly [sourceN: number, firstItem: number]>(
      runner,
      {
        from: `select * from loot_totals where (source_n, first_item) > (?, ?) order by 1, 2 limit ${ROWS_AT_ONCE}`,
        columns: 'source_n, first_item',
        order: 'source_n, first_item',
      },
      [BigInt(sourceN), BigInt(firstItem)],
    );
    for (const { columns, body } of rows) {
      if (unpackTotals(body).some((total) => total.itemId === itemId && total.drops > 0)) found.add(columns[0]);
    }
    if (rows.length < ROWS_AT_ONCE) break;
    [sourceN, firstItem] = rows.at(-1)!.columns;
  }
  return [...found].map(sourceOfNumber);
}
