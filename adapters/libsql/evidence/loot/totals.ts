import type { ItemTotal } from '../../../../domain/ports/drops.ts';
import { groupBy } from '../../../../domain/values/group_by.ts';
import { jsonRows, type Runner } from '../../database.ts';
import { ROWS_WITH_BODIES, readPacked, writePacked } from '../../packed.ts';
import { packTotals, type StoredTotal, unpackTotals } from './codec.ts';

/** A totals row with more items than this is split into rows of half the size. */
const ITEMS_A_ROW = 500;

/** The items to read for one source, in ascending order. */
export interface ItemSelection {
  readonly sourceN: number;
  readonly itemIds: readonly number[];
}

/** One row of a source's item totals. It covers the items from `firstItem` up to the next row, in ascending order. */
export interface TotalsRow {
  readonly sourceN: number;
  readonly firstItem: number;
  readonly totals: readonly StoredTotal[];
}

type RowKey = readonly [sourceN: number, firstItem: number];

/**
 * Reads, for each source, the rows that contain these items or into which they would be inserted. An unknown source
 * gets one empty row.
 */
export async function readTotals(
  runner: Runner,
  asked: readonly ItemSelection[],
): Promise<ReadonlyMap<number, readonly TotalsRow[]>> {
  const heads = await readHeads(runner, asked);
  const keys = asked.flatMap(({ sourceN, itemIds }) =>
    rowsFor(itemIds, heads.get(sourceN) ?? [0]).map((firstItem): RowKey => [sourceN, firstItem]),
  );
  const read = await readPacked<RowKey>(
    runner,
    'source_n, first_item',
    `select t.* from json_each(?) as k cross join loot_totals as t
     on t.source_n = k.value->>0 and t.first_item = k.value->>1`,
    [JSON.stringify(keys)],
  );
  const known = new Map(read.map(({ key, body }) => [key.join(':'), body]));
  const rows = keys.map(([sourceN, firstItem]): TotalsRow => {
    const body = known.get(`${sourceN}:${firstItem}`);
    return { sourceN, firstItem, totals: body === undefined ? [] : unpackTotals(body) };
  });
  return groupBy(rows, ({ sourceN }) => sourceN);
}

/** Reads the `firstItem` of every row of these sources. */
async function readHeads(runner: Runner, asked: readonly ItemSelection[]): Promise<ReadonlyMap<number, number[]>> {
  const heads = await jsonRows<readonly [sourceN: number, firstItems: number[]]>(
    runner,
    `select json_group_array(json_array(k.value, (
       select json_group_array(first_item order by first_item) from loot_totals where source_n = k.value)))
     from json_each(?) as k`,
    [JSON.stringify(asked.map(({ sourceN }) => sourceN))],
  );
  return new Map(heads.filter(([, firstItems]) => firstItems.length > 0));
}

/**
 * Returns the `firstItem` of each row that covers one of these items (ascending). The first row also covers all items
 * before it.
 */
function rowsFor(itemIds: readonly number[], heads: readonly number[]): readonly number[] {
  const needed: number[] = [];
  let at = 0;
  for (const itemId of itemIds) {
    while (at + 1 < heads.length && heads[at + 1]! <= itemId) at++;
    if (needed.at(-1) !== heads[at]!) needed.push(heads[at]!);
  }
  return needed;
}

/** The step of a change, and the step at which the marks were last cleared. */
export interface ChangeStep {
  readonly step: number;
  readonly clearedStep: number;
}

/**
 * Returns the rows with changed totals, in ascending order. Rows with too many items are split, and items that no
 * longer need to be stored are dropped.
 */
export function changedRows(
  rows: readonly TotalsRow[],
  changed: readonly ItemTotal[],
  at: ChangeStep,
): readonly TotalsRow[] {
  const written: TotalsRow[] = [];
  let next = 0;
  for (const [i, row] of rows.entries()) {
    const end = rows[i + 1]?.firstItem ?? Number.POSITIVE_INFINITY;
    const own: ItemTotal[] = [];
    while (next < changed.length && changed[next]!.itemId < end) own.push(changed[next++]!);
    if (own.length > 0) written.push(...cut(row, withChanges(row.totals, own, at)));
  }
  return written;
}

function withChanges(
  totals: readonly StoredTotal[],
  changed: readonly ItemTotal[],
  { step, clearedStep }: ChangeStep,
): readonly StoredTotal[] {
  const merged: StoredTotal[] = [];
  let at = 0;
  for (const total of changed) {
    while (at < totals.length && totals[at]!.itemId < total.itemId) keep(merged, totals[at++]!, clearedStep);
    const before = totals[at]?.itemId === total.itemId ? totals[at++]! : null;
    const isMarked = before !== null && before.step > clearedStep;
    merged.push({
      ...total,
      step: isMarked ? before.step : step,
      dropsBefore: isMarked ? before.dropsBefore : (before?.drops ?? 0),
      installsBefore: isMarked ? before.installsBefore : (before?.installs ?? 0),
    });
  }
  while (at < totals.length) keep(merged, totals[at++]!, clearedStep);
  return merged;
}

function keep(merged: StoredTotal[], total: StoredTotal, clearedStep: number): void {
  if (total.drops > 0 || total.step > clearedStep) merged.push(total);
}

function cut({ sourceN, firstItem }: TotalsRow, totals: readonly StoredTotal[]): readonly TotalsRow[] {
  if (totals.length <= ITEMS_A_ROW) return [{ sourceN, firstItem, totals }];
  const rows: TotalsRow[] = [];
  for (let from = 0; from < totals.length; from += ITEMS_A_ROW / 2) {
    const some = totals.slice(from, from + ITEMS_A_ROW / 2);
    rows.push({ sourceN, firstItem: from === 0 ? firstItem : some[0]!.itemId, totals: some });
  }
  return rows;
}

export function writeTotals(runner: Runner, rows: readonly TotalsRow[]): Promise<void> {
  return writePacked(
    runner,
    `insert into loot_totals (source_n, first_item, body)
     select value->>0, value->>1, body from ${ROWS_WITH_BODIES} where true
     on conflict do update set body = excluded.body`,
    rows.map(({ sourceN, firstItem, totals }) => ({ key: [sourceN, firstItem], body: packTotals(totals) })),
  );
}
