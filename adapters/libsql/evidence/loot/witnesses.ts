import type { Source } from '../../../../domain/ports/drops.ts';
import type { Runner } from '../../database.ts';
import { readPacked } from '../../packed.ts';
import { unpackTotals } from './codec.ts';
import { installsOf } from './pieces.ts';
import { sourceNumber, sourceOfNumber } from './sources.ts';

/** An install with the number of windows it opened on a source, and the items in them. */
export interface Looter {
  readonly installN: number;
  readonly windows: number;
  readonly itemIds: readonly number[];
}

/** Returns the first `limit` installs that looted a source. */
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

/** Number of rows of totals read at a time. */
const ROWS_AT_ONCE = 1_000;

/**
 * Returns the sources whose windows contained an item. There is no index for this, so it scans all totals; only the
 * operator's command uses it.
 */
export async function sourcesOfItem(runner: Runner, itemId: number): Promise<readonly Source[]> {
  const found = new Set<number>();
  for (let [sourceN, firstItem] = [0, 0]; ; ) {
    const rows = await readPacked<readonly [sourceN: number, firstItem: number]>(
      runner,
      'source_n, first_item',
      `select * from loot_totals where (source_n, first_item) > (?, ?) order by 1, 2 limit ${ROWS_AT_ONCE}`,
      [BigInt(sourceN), BigInt(firstItem)],
    );
    for (const { key, body } of rows) {
      if (unpackTotals(body).some((total) => total.itemId === itemId && total.drops > 0)) found.add(key[0]);
    }
    if (rows.length < ROWS_AT_ONCE) break;
    [sourceN, firstItem] = rows.at(-1)!.key;
  }
  return [...found].map(sourceOfNumber);
}
