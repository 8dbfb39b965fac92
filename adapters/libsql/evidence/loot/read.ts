import type { InstallLoot, Source, SourceItem, SourceLoot } from '../../../../domain/ports/drops.ts';
import type { DirtySource, LootPage, LootPlace } from '../../../../domain/ports/evidence.ts';
import { groupBy } from '../../../../domain/values/group_by.ts';
import { mapInOrder } from '../../../../domain/values/map_in_order.ts';
import { readCount } from '../../../../domain/values/witnesses.ts';
import { jsonRows, type Runner, readValue } from '../../database.ts';
import { readPacked } from '../../packed.ts';
import { type StoredTotal, unpackTotals } from './codec.ts';
import { BYTES_AT_ONCE, groupsBySize, installsFrom, installsOf, readAllPieces, unpackInstalls } from './pieces.ts';
import { contextOfNumber, readQuestLogs } from './quest_logs.ts';
import { readSources, SOURCE_BYTES, sourceNumber, sourceOfNumber } from './sources.ts';

/** Returns the dirty sources after the given one, ordered by type and id. */
export async function readDirtySources(
  runner: Runner,
  after: Source | null,
  limit: number,
): Promise<readonly DirtySource[]> {
  const rows = await jsonRows<Omit<DirtySource, 'source'> & { readonly n: number }>(
    runner,
    `select json_group_array(json_object('n', n, 'kills', kills, 'reporters', reporters, 'topWindows', top_windows,
       'items', items, 'reportersBefore', reporters_before, 'itemsBefore', items_before))
     from (select * from dirty_sources where n > ? order by n limit ?) cross join sources using (n)`,
    [BigInt(after === null ? 0 : sourceNumber(after)), BigInt(limit)],
  );
  return rows.map(({ n, reporters, reportersBefore, ...totals }) => ({
    source: sourceOfNumber(n),
    ...totals,
    reporters: readCount(reporters),
    reportersBefore: readCount(reportersBefore),
  }));
}

/** Number of rows of item totals to read at a time. */
const ROWS_AT_ONCE = 400;

/** Conditions that select the items to return. */
const ASKED = {
  all: (total: StoredTotal, clearedStep: number) => total.drops > 0 || isChanged(total, clearedStep),
  changed: isChanged,
} as const;

function isChanged({ drops, dropsBefore, step }: StoredTotal, clearedStep: number): boolean {
  return step > clearedStep && (drops > 0 || dropsBefore > 0);
}

export async function readSourceItems(
  runner: Runner,
  sources: readonly Source[],
  which: 'all' | 'changed',
  { afterItem, limit }: { readonly afterItem: number; readonly limit: number },
): Promise<readonly SourceItem[]> {
  const clearedStep = Number(await readValue(runner, 'select cleared_step from cursor'));
  const numbers = sources.map(sourceNumber);
  const items: SourceItem[] = [];
  for await (const [place, totals] of totalsOf(runner, numbers, afterItem)) {
    for (const total of totals) {
      if (place === 0 && total.itemId <= afterItem) continue;
      if (ASKED[which](total, clearedStep)) items.push(itemOf(numbers[place]!, total, clearedStep));
      if (items.length === limit) return items;
    }
  }
  return items;
}

/**
 * Yields the totals rows of these sources, each with the index of its source. The first source starts at the row that
 * contains `fromItem`.
 */
async function* totalsOf(
  runner: Runner,
  numbers: readonly number[],
  fromItem: number,
): AsyncGenerator<readonly [place: number, totals: readonly StoredTotal[]]> {
  const json = JSON.stringify(numbers);
  const start = await readValue(
    runner,
    'select max(first_item) from loot_totals where source_n = ? and first_item <= ?',
    [BigInt(numbers[0] ?? 0), BigInt(fromItem)],
  );
  for (let [place, before] = [0, Number(start ?? 0) - 1]; ; ) {
    // SQLite never reorders a cross join, so the limit ends the loops early.
    const rows = await readPacked<readonly [place: number, firstItem: number]>(
      runner,
      'place, first_item',
      `select k.key as place, t.first_item, t.body from json_each(?1) as k
       cross join loot_totals as t on t.source_n = k.value and (k.key > ?2 or t.first_item > ?3)
       where k.key >= ?2 limit ${ROWS_AT_ONCE}`,
      [json, BigInt(place), BigInt(before)],
    );
    for (const { key, body } of rows) yield [key[0], unpackTotals(body)];
    if (rows.length < ROWS_AT_ONCE) return;
    [place, before] = rows.at(-1)!.key;
  }
}

function itemOf(sourceN: number, total: StoredTotal, clearedStep: number): SourceItem {
  const { itemId, drops, installs, firstDays, lastDays } = total;
  const installsBefore = total.step > clearedStep ? total.installsBefore : installs;
  return {
    source: sourceOfNumber(sourceN),
    itemId,
    drops,
    installs: readCount(installs),
    installsBefore: readCount(installsBefore),
    firstDays,
    lastDays,
  };
}

/** Returns the number of installs that looted each of these sources. */
export async function readLooters(runner: Runner, sources: readonly Source[]): Promise<readonly number[]> {
  return (await readSources(runner, sources.map(sourceNumber))).map(({ reporters }) => readCount(reporters));
}

/** Number of sources to read at most for one page of loot. */
const LOOT_SOURCES = 500;

/** Implements `lootOf` of the evidence store. */
export async function readLoot(
  runner: Runner,
  sources: readonly Source[],
  quests: ReadonlySet<number>,
  after: LootPlace | null,
): Promise<LootPage> {
  const { source: from, installN } = after ?? { source: 0, installN: 0 };
  const rows = await readSources(runner, sources.slice(from, from + LOOT_SOURCES).map(sourceNumber));
  const [group] = groupsBySize(rows, ({ bytes }) => SOURCE_BYTES + bytes, BYTES_AT_ONCE);
  if (group === undefined) return { rows: [], next: null };
  const pageOf = (loot: readonly SourceLoot[], next: LootPlace): LootPage => {
    return { rows: loot, next: next.source < sources.length ? next : null };
  };
  if (group.length === 1) {
    const { installs, next } = await installsFrom(runner, group[0]!.n, installN);
    const loot = await withContexts(runner, sources[from]!, installs, quests);
    return pageOf([loot], next === null ? { source: from + 1, installN: 0 } : { source: from, installN: next });
  }
  const numbers = group.map(({ n }) => n);
  const bySource = groupBy(await readAllPieces(runner, numbers), ({ key: [sourceN] }) => sourceN);
  const loot = await mapInOrder(numbers, (n) => {
    const installs = [...unpackInstalls(bySource.get(n) ?? [], null).values()];
    return withContexts(runner, sourceOfNumber(n), installs, quests);
  });
  return pageOf(loot, { source: from + group.length, installN: 0 });
}

async function withContexts(
  runner: Runner,
  source: Source,
  installs: readonly InstallLoot[],
  quests: ReadonlySet<number>,
): Promise<SourceLoot> {
  const logs =
    quests.size === 0
      ? new Map()
      : await readQuestLogs(
          runner,
          installs.map(({ installN }) => installN),
        );
  const known = installs.map((loot) =>
    Object.assign(loot, {
      known: loot.contexts.map((context) => contextOfNumber(context, logs.get(loot.installN), quests)),
    }),
  );
  return { source, installs: known };
}

/** Implements `markSources` of the evidence store. */
export async function markSourcesAgain(tx: Runner, sources: readonly Source[] | 'all'): Promise<void> {
  const which = sources === 'all' ? 'where true' : 'where n in (select value from json_each(?))';
  await tx.execute({
    sql: `insert into dirty_sources (n, reporters_before, items_before)
          select n, reporters, items from sources ${which} on conflict do nothing`,
    args: sources === 'all' ? [] : [JSON.stringify(sources.map(sourceNumber))],
  });
}

/** Clears the dirty marks, and deletes marked sources that have no windows left. */
export async function clearLootMarks(tx: Runner): Promise<void> {
  const gone = 'select n from dirty_sources cross join sources using (n) where reporters = 0';
  await tx.execute(`delete from loot_totals where source_n in (${gone})`);
  await tx.execute(`delete from sources where n in (${gone})`);
  await tx.execute('delete from dirty_sources');
}

/** An install, the number of windows it opened on a source, and the items in them. */
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

/** Number of rows of item totals to scan at a time. */
const SCANNED_AT_ONCE = 1_000;

/**
 * Returns the sources that drop an item. Scans all totals, which is acceptable because only the operator's command uses
 * it.
 */
export async function sourcesOfItem(runner: Runner, itemId: number): Promise<readonly Source[]> {
  const found = new Set<number>();
  for (let [sourceN, firstItem] = [0, 0]; ; ) {
    const rows = await readPacked<readonly [sourceN: number, firstItem: number]>(
      runner,
      'source_n, first_item',
      `select * from loot_totals where (source_n, first_item) > (?, ?) order by 1, 2 limit ${SCANNED_AT_ONCE}`,
      [BigInt(sourceN), BigInt(firstItem)],
    );
    for (const { key, body } of rows) {
      if (unpackTotals(body).some((total) => total.itemId === itemId && total.drops > 0)) found.add(key[0]);
    }
    if (rows.length < SCANNED_AT_ONCE) break;
    [sourceN, firstItem] = rows.at(-1)!.key;
  }
  return [...found].map(sourceOfNumber);
}
