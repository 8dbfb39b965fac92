import { sameDays } from '../../../../domain/families/counting/days.ts';
import { createLootCount } from '../../../../domain/families/counting/loot_totals.ts';
import type { InstallLoot, ItemTotal } from '../../../../domain/ports/drops.ts';
import { jsonRows, type Runner } from '../../database.ts';
import { readPacked } from '../../packed.ts';
import { unpackTotals } from './codec.ts';
import { installsOf } from './pieces.ts';
import { readQuestLogs } from './quest_logs.ts';
import { readSources, type SourceRow } from './sources.ts';

/** Number of sources whose rows are read at a time. */
const SOURCES_AT_ONCE = 1_000;

/**
 * Returns a keyword naming the stored totals that do not match the pieces, or null if they all match. SQLite's own
 * checks do not detect a flipped bit in the totals or the pieces.
 */
export async function findLootMiscount(runner: Runner): Promise<string | null> {
  for (let after = 0; ; ) {
    const numbers = await jsonRows<number>(
      runner,
      `select json_group_array(n) from (
         select n from (select n from sources union select source_n from loot_pieces union select source_n from loot_totals)
         where n > ? order by n limit ${SOURCES_AT_ONCE})`,
      [BigInt(after)],
    );
    for (const row of await readSources(runner, numbers)) {
      const miscount = await miscountOf(runner, row);
      if (miscount !== null) return miscount;
    }
    if (numbers.length < SOURCES_AT_ONCE) return null;
    after = numbers.at(-1)!;
  }
}

async function miscountOf(runner: Runner, row: SourceRow): Promise<string | null> {
  const count = createLootCount(null);
  for await (const installs of installsOf(runner, row.n, null)) {
    for (const one of installs) count.add(one);
    if (!(await areLogsKnown(runner, installs))) return 'QUEST_LOGS';
  }
  const { kills, reporters, topWindows } = count.windows();
  if (row.kills !== kills || row.reporters !== reporters || row.topWindows !== topWindows) return 'SOURCES';
  const counted = count.items();
  if (row.items !== counted.size) return 'ITEMS_OF_SOURCES';
  const sql = 'select * from loot_totals where source_n = ?';
  const totals = await readPacked(runner, 'first_item', sql, [BigInt(row.n)]);
  let items = 0;
  for (const total of totals.flatMap(({ body }) => unpackTotals(body))) {
    if (total.drops === 0) continue;
    items++;
    if (!isSame(total, counted.get(total.itemId))) return 'SOURCE_ITEMS';
  }
  return items === counted.size ? null : 'SOURCE_ITEMS';
}

/** Whether the quest logs in the contexts of these installs are stored. */
async function areLogsKnown(runner: Runner, installs: readonly InstallLoot[]): Promise<boolean> {
  const withLogs = installs.filter(({ contexts }) => contexts.at(-1)! > 1);
  const logs = await readQuestLogs(
    runner,
    withLogs.map(({ installN }) => installN),
  );
  return withLogs.every(({ installN, contexts }) => contexts.at(-1)! < 2 * (logs.get(installN)?.length ?? 0) + 2);
}

function isSame(kept: ItemTotal, counted: ItemTotal | undefined): boolean {
  return (
    counted !== undefined &&
    kept.drops === counted.drops &&
    kept.installs === counted.installs &&
    sameDays(kept, counted)
  );
}
