import { type AnySource, type AnySourceType, GATHERED_TYPES } from '../../../../domain/ports/drops.ts';
import type { DirtySource } from '../../../../domain/ports/evidence.ts';
import { INSTALLS_TO_PUBLISH, isCorroborated } from '../../../../domain/values/corroboration.ts';
import { groupBy } from '../../../../domain/values/group_by.ts';
import { cutIntoSlices } from '../../../../domain/values/slices.ts';
import { FIRST_IPV6_WITNESS } from '../../../../domain/values/witnesses.ts';
import { type Runner, readJson } from '../../database.ts';
import { insertRows } from '../../insert_rows.ts';
import { readPackedRows } from '../../packed.ts';
import { unpackLoot } from './codec.ts';

/** Each type has its own range of numbers, because no id in the game reaches 2^31. */
const SOURCE_TYPES: readonly AnySourceType[] = ['npc', 'object', ...GATHERED_TYPES];
const IDS_PER_TYPE = 2 ** 31;

/** Returns the number of a source. Sorting by number sorts by type and id. */
export function numberSource({ type, id }: AnySource): number {
  return SOURCE_TYPES.indexOf(type) * IDS_PER_TYPE + id;
}

export function parseSourceNumber(n: number): AnySource {
  return { type: SOURCE_TYPES[Math.floor(n / IDS_PER_TYPE)]!, id: n % IDS_PER_TYPE } as AnySource;
}

/** The figures that tell whether a source is public, and what waits if it is not. */
export interface SourceReach {
  readonly n: number;
  /** Number of installs that looted the source, counted up to INSTALLS_TO_PUBLISH. */
  readonly reporters: number;
  /** Number of different items in its windows, or 0 if the source is public. */
  readonly items: number;
}

/** Number of sources whose loot is unpacked at a time. Few installs looted each of them. */
const BATCH_SOURCES = 500;

/** Counts the installs of one address family, but no more than needed. */
function buildReporterCount(family: string): string {
  return `(select count(*) from (select 1 from loot where source_n = k.value and install_n ${family} ${FIRST_IPV6_WITNESS}
    limit ${INSTALLS_TO_PUBLISH}))`;
}

/** Reads the reach of sources, in the order of `numbers`. */
export async function readSourceReach(runner: Runner, numbers: readonly number[]): Promise<readonly SourceReach[]> {
  const reporters = await readJson<number>(
    runner,
    `select json_group_array(max(${buildReporterCount('<')}, ${buildReporterCount('>=')})) from json_each(?) as k`,
    [JSON.stringify(numbers)],
  );
  const items = new Map<number, ReadonlySet<number>>();
  const waiting = numbers.filter((_, i) => reporters[i]! > 0 && !isCorroborated(reporters[i]!));
  for (const some of cutIntoSlices(waiting, BATCH_SOURCES)) {
    const rows = await readPackedRows<readonly [sourceN: number, installN: number]>(
      runner,
      'source_n, install_n',
      'select l.* from json_each(?) as k cross join loot as l on l.source_n = k.value',
      [JSON.stringify(some)],
    );
    for (const [n, own] of groupBy(rows, ({ key: [sourceN] }) => sourceN)) {
      items.set(n, new Set(own.flatMap(({ body }) => unpackLoot(0, body).items.map(({ itemId }) => itemId))));
    }
  }
  return numbers.map((n, i) => ({ n, reporters: reporters[i]!, items: items.get(n)?.size ?? 0 }));
}

/**
 * Marks sources as dirty and stores their current reach with the marks. Sources that are already marked keep their
 * marks. Returns the sources that nobody had looted.
 */
export async function markDirtySources(runner: Runner, numbers: readonly number[]): Promise<ReadonlySet<number>> {
  const unmarked = await readJson<number>(
    runner,
    `select json_group_array(value) from json_each(?)
     where not exists (select 1 from dirty_sources where n = value)`,
    [JSON.stringify(numbers)],
  );
  const reach = await readSourceReach(runner, unmarked);
  const rows = reach.map(({ n, reporters, items }) => [n, reporters, items]);
  await insertRows(runner, 'dirty_sources', 'n, reporters_before, items_before', rows);
  return new Set(reach.filter(({ reporters }) => reporters === 0).map(({ n }) => n));
}

/**
 * Returns the number of installs that looted each of these sources. The larger address family decides, because a
 * household has a network of each.
 */
export function countLooters(runner: Runner, sources: readonly AnySource[]): Promise<readonly number[]> {
  const countOf = (family: string): string =>
    `(select count(*) from loot where source_n = k.value and install_n ${family} ${FIRST_IPV6_WITNESS})`;
  return readJson<number>(
    runner,
    `select json_group_array(max(${countOf('<')}, ${countOf('>=')})) from json_each(?) as k`,
    [JSON.stringify(sources.map(numberSource))],
  );
}

/** Stores on which day each source got its newest windows, because most estimates count these only the next day. */
export async function storeReceiptDays(runner: Runner, days: ReadonlyMap<number, number>): Promise<void> {
  const newer = 'on conflict do update set received_day = max(received_day, excluded.received_day)';
  await insertRows(runner, 'recent_sources', 'source_n, received_day', [...days], newer);
}

/** Implements `beginDay` of the evidence store. A new window changes most estimates of its source only the next day. */
export async function markRecentSources(tx: Runner, day: number): Promise<void> {
  const numbers = await readJson<number>(
    tx,
    'select json_group_array(source_n) from recent_sources where received_day < ?',
    [BigInt(day)],
  );
  if (numbers.length === 0) return;
  await markAskedSources(tx, numbers.map(parseSourceNumber));
  await tx.execute({ sql: 'delete from recent_sources where received_day < ?', args: [BigInt(day)] });
}

const BATCH_NUMBERS = 10_000;

/** Implements `markDirtySources` of the evidence store. */
export async function markAskedSources(runner: Runner, sources: readonly AnySource[] | 'all'): Promise<void> {
  if (sources !== 'all') {
    const reach = await readSourceReach(runner, sources.map(numberSource));
    const reported = reach.filter(({ reporters }) => reporters > 0).map(({ n }) => n);
    await markDirtySources(runner, reported);
    return;
  }
  for (let after = 0; ; ) {
    const numbers = await listSources(runner, after, BATCH_NUMBERS);
    await markDirtySources(runner, numbers);
    if (numbers.length < BATCH_NUMBERS) return;
    after = numbers.at(-1)!;
  }
}

/**
 * Lists the sources after this one, in ascending order. Seeks each source's first row, because it may have very many.
 */
export function listSources(runner: Runner, after: number, limit: number): Promise<readonly number[]> {
  return readJson<number>(
    runner,
    `with recursive s (n) as (
       select min(source_n) from loot where source_n > ?
       union all select (select min(source_n) from loot where source_n > s.n) from s where s.n is not null limit ?)
     select json_group_array(n) from s where n is not null`,
    [BigInt(after), BigInt(limit)],
  );
}

/** Stores that the number of windows with these items of the sources has changed. */
export function noteChangedItems(runner: Runner, pairs: Iterable<readonly [sourceN: number, itemId: number]>) {
  return insertRows(runner, 'changed_items', 'source_n, item_id', [...pairs], 'on conflict do nothing');
}

/** Returns the dirty sources after the given one, ordered by type and id. */
export async function readDirtySources(
  runner: Runner,
  after: AnySource | null,
  limit: number,
): Promise<readonly DirtySource[]> {
  const marks = await readJson<readonly [n: number, reportersBefore: number, itemsBefore: number]>(
    runner,
    `select json_group_array(json_array(n, reporters_before, items_before)) from (
       select * from dirty_sources where n > ? order by n limit ?)`,
    [BigInt(after === null ? 0 : numberSource(after)), BigInt(limit)],
  );
  const numbers = marks.map(([n]) => n);
  const reach = await readSourceReach(runner, numbers);
  return marks.map(([n, reportersBefore, itemsBefore], i): DirtySource => {
    const { reporters, items } = reach[i]!;
    return { source: parseSourceNumber(n), reporters, items, reportersBefore, itemsBefore };
  });
}

/** Returns the changed items of each of these sources. */
export async function readChangedItems(
  runner: Runner,
  sources: readonly AnySource[],
): Promise<readonly (readonly number[])[]> {
  return readJson<readonly number[]>(
    runner,
    `select json_group_array(json((select json_group_array(item_id) from changed_items where source_n = k.value)))
     from json_each(?) as k`,
    [JSON.stringify(sources.map(numberSource))],
  );
}

export async function clearLootMarks(tx: Runner): Promise<void> {
  await tx.execute('delete from dirty_sources');
  await tx.execute('delete from changed_items');
}
