import { sameDays } from '../../../../domain/families/counting/days.ts';
import { createLootCount } from '../../../../domain/families/counting/loot_totals.ts';
import type { InstallLoot, ItemTotal } from '../../../../domain/ports/drops.ts';
import { groupBy } from '../../../../domain/values/group_by.ts';
import { slicesOf } from '../../../../domain/values/slices.ts';
import { jsonRows, type Runner } from '../../database.ts';
import { readPacked } from '../../packed.ts';
import { type StoredTotal, unpackTotals } from './codec.ts';
import { BYTES_AT_ONCE, groupsBySize, installsOf, readAllPieces, unpackInstalls } from './pieces.ts';
import { readQuestLogs } from './quest_logs.ts';
import { readSources, SOURCE_BYTES, type SourceRow } from './sources.ts';

/** Number of sources whose rows are read at a time. */
const SOURCES_AT_ONCE = 1_000;

/** Number of installs whose quest logs are unpacked at a time. */
const INSTALLS_AT_ONCE = 200;
/** Number of installs for which the number of quest logs is remembered, because most installs looted many sources. */
const REMEMBERED_MAX = 100_000;

/** The compound is sorted, so SQLite merges the three tables and stops at the limit. */
const SELECT_NUMBERS = `
  select json_group_array(n) from (
    select n from sources where n > ?1
    union select source_n from loot_pieces where source_n > ?1
    union select source_n from loot_totals where source_n > ?1
    order by 1 limit ${SOURCES_AT_ONCE})`;

/**
 * Returns a keyword naming the stored totals that do not match the pieces, or null if they all match. SQLite's own
 * checks do not detect a flipped bit in the totals or the pieces. Small sources are read together, because the memory of
 * a statement is freed late.
 */
export async function findLootMiscount(runner: Runner): Promise<string | null> {
  const areLogsKnown = createLogCheck(runner);
  for (let after = 0; ; ) {
    const numbers = await jsonRows<number>(runner, SELECT_NUMBERS, [BigInt(after)]);
    const rows = await readSources(runner, numbers);
    for (const group of groupsBySize(rows, ({ bytes }) => SOURCE_BYTES + bytes, BYTES_AT_ONCE)) {
      const own = group.map(({ n }) => n);
      const totals = await totalsOf(runner, own);
      const pieces = group.length === 1 ? null : groupBy(await readAllPieces(runner, own), ({ key: [n] }) => n);
      for (const row of group) {
        const ranges =
          pieces === null
            ? installsOf(runner, row.n, null)
            : [[...unpackInstalls(pieces.get(row.n) ?? [], null).values()]];
        const miscount = await miscountOf(row, ranges, totals.get(row.n) ?? [], areLogsKnown);
        if (miscount !== null) return miscount;
      }
    }
    if (numbers.length < SOURCES_AT_ONCE) return null;
    after = numbers.at(-1)!;
  }
}

async function totalsOf(
  runner: Runner,
  sources: readonly number[],
): Promise<ReadonlyMap<number, readonly StoredTotal[]>> {
  const sql = 'select t.* from json_each(?) as k cross join loot_totals as t on t.source_n = k.value';
  const rows = await readPacked<readonly [n: number, item: number]>(runner, 'source_n, first_item', sql, [
    JSON.stringify(sources),
  ]);
  const bySource = groupBy(rows, ({ key: [n] }) => n);
  return new Map(Array.from(bySource, ([n, own]) => [n, own.flatMap(({ body }) => unpackTotals(body))]));
}

async function miscountOf(
  row: SourceRow,
  ranges: AsyncIterable<readonly InstallLoot[]> | Iterable<readonly InstallLoot[]>,
  totals: readonly StoredTotal[],
  areLogsKnown: LogCheck,
): Promise<string | null> {
  const count = createLootCount(null);
  for await (const installs of ranges) {
    for (const one of installs) count.add(one);
    if (!(await areLogsKnown(installs))) return 'QUEST_LOGS';
  }
  const { kills, reporters, topWindows } = count.windows();
  if (row.kills !== kills || row.reporters !== reporters || row.topWindows !== topWindows) return 'SOURCES';
  const counted = count.items();
  if (row.items !== counted.size) return 'ITEMS_OF_SOURCES';
  const dropped = totals.filter(({ drops }) => drops > 0);
  const matches = dropped.length === counted.size && dropped.every((one) => isSame(one, counted.get(one.itemId)));
  return matches ? null : 'SOURCE_ITEMS';
}

/** Returns whether the quest logs in the contexts of these installs are stored. */
type LogCheck = (installs: readonly InstallLoot[]) => Promise<boolean>;

function createLogCheck(runner: Runner): LogCheck {
  const logs = new Map<number, number>();
  return async (installs) => {
    const withLogs = installs.filter(({ contexts }) => contexts.at(-1)! > 1);
    if (logs.size > REMEMBERED_MAX) logs.clear();
    const unknown = withLogs.map(({ installN }) => installN).filter((installN) => !logs.has(installN));
    for (const some of slicesOf(unknown, INSTALLS_AT_ONCE)) {
      const read = await readQuestLogs(runner, some);
      for (const installN of some) logs.set(installN, read.get(installN)?.length ?? 0);
    }
    return withLogs.every(({ installN, contexts }) => contexts.at(-1)! < 2 * logs.get(installN)! + 2);
  };
}

function isSame(kept: ItemTotal, counted: ItemTotal | undefined): boolean {
  return (
    counted !== undefined &&
    kept.drops === counted.drops &&
    kept.installs === counted.installs &&
    sameDays(kept, counted)
  );
}
