import type { AnySource, InstallLoot, SourceLoot } from '../../../../domain/ports/drops.ts';
import type { LootPage, LootPageStart } from '../../../../domain/ports/evidence.ts';
import { groupBy } from '../../../../domain/values/group_by.ts';
import { type Runner, readJson } from '../../database.ts';
import { type PackedRow, readPackedRows } from '../../packed.ts';
import { unpackLoot } from './codec.ts';
import { decodeContext, readQuestLogs } from './quest_logs.ts';
import { listSources, numberSource, parseSourceNumber } from './sources.ts';

/**
 * Number of rows to read at most for one page of loot, and their size in bytes, which a single row may exceed. With more
 * rows, collecting garbage takes longer than reading (measured).
 */
const ROWS_PER_PAGE = 3_000;
const BYTES_PER_PAGE = 1_000_000;

type LootKey = readonly [place: number, installN: number];

/** SQL for the loot of a list of sources, starting at an install of one of them. SQLite never reorders a cross join. */
const FROM_ASKED_LOOT = `from json_each(?1) as k
  cross join loot as l on l.source_n = k.value and (k.key > ?2 or l.install_n >= ?3) where k.key >= ?2 limit ?4`;

/** Implements `lootOf` of the evidence store. */
export async function readLoot(
  runner: Runner,
  sources: readonly AnySource[],
  quests: ReadonlySet<number>,
  after: LootPageStart | null,
): Promise<LootPage> {
  const from = after ?? { source: 0, installN: 0 };
  const { rows, isLast } = await readLootRows(runner, JSON.stringify(sources.map(numberSource)), from);
  const bySource = [...groupBy(rows, ({ key: [place] }) => place)];
  // The last source of a full page may have more installs. It is left for the next page unless it is the only one.
  if (!isLast && bySource.length > 1) bySource.pop();
  const logs = quests.size === 0 ? new Map() : await readQuestLogs(runner, [...new Set(rows.map(({ key }) => key[1]))]);
  const loot = bySource.map(([place, own]): SourceLoot => {
    const installs = own.map(({ key: [, installN], body }) => unpackLoot(installN, body));
    const known = ({ installN, contexts }: InstallLoot) =>
      contexts.map((context) => decodeContext(context, logs.get(installN), quests));
    return { source: sources[place]!, installs: installs.map((one) => Object.assign(one, { known: known(one) })) };
  });
  const last = bySource.at(-1);
  if (isLast || last === undefined) return { rows: loot, next: null };
  if (bySource.length > 1) return { rows: loot, next: { source: last[0] + 1, installN: 0 } };
  return { rows: loot, next: { source: last[0], installN: last[1].at(-1)!.key[1] + 1 } };
}

/** Reads rows from this place on, as many as fit on a page. `isLast` is true if no rows follow. */
async function readLootRows(
  runner: Runner,
  numbers: string,
  { source, installN }: LootPageStart,
): Promise<{ readonly rows: readonly PackedRow<LootKey>[]; readonly isLast: boolean }> {
  const argsFor = (rows: number) => [numbers, BigInt(source), BigInt(installN), BigInt(rows)];
  let limit = ROWS_PER_PAGE;
  for (;;) {
    const [sizes] = await readJson<readonly [rows: number, bytes: number]>(
      runner,
      `select json_array(json_array(count(*), coalesce(sum(bytes), 0))) from (
         select octet_length(l.body) as bytes ${FROM_ASKED_LOOT})`,
      argsFor(limit),
    );
    const [rows, bytes] = sizes!;
    if (bytes <= BYTES_PER_PAGE || rows <= 1) break;
    limit = Math.max(1, Math.floor(rows / 2));
  }
  const rows = await readPackedRows<LootKey>(
    runner,
    'place, install_n',
    `select k.key as place, l.install_n, l.body ${FROM_ASKED_LOOT}`,
    argsFor(limit),
  );
  return { rows, isLast: rows.length < limit };
}

/** An install, the number of windows it opened on a source, and the items in them. */
export interface Looter {
  readonly installN: number;
  readonly windows: number;
  readonly itemIds: readonly number[];
}

/** Yields the installs that looted a source, a limited number at a time. */
export async function* readLootInstalls(runner: Runner, source: AnySource): AsyncGenerator<readonly InstallLoot[]> {
  for (let after: LootPageStart | null = null; ; ) {
    const page: LootPage = await readLoot(runner, [source], NO_QUESTS, after);
    for (const { installs } of page.rows) yield installs;
    if (page.next === null) return;
    after = page.next;
  }
}

const NO_QUESTS: ReadonlySet<number> = new Set();

/** Returns the first `limit` installs that looted a source. */
export async function readLooters(runner: Runner, source: AnySource, limit: number): Promise<readonly Looter[]> {
  const looters: Looter[] = [];
  for await (const installs of readLootInstalls(runner, source)) {
    for (const { installN, windows, items } of installs) {
      looters.push({ installN, windows, itemIds: items.map(({ itemId }) => itemId) });
    }
    if (looters.length >= limit) break;
  }
  return looters.slice(0, limit);
}

/** Number of sources to scan at a time. */
const BATCH_ROWS = 1_000;

/**
 * Returns the sources that drop an item. Scans all loot, which is acceptable because only the operator's command uses it.
 */
export async function findItemSources(runner: Runner, itemId: number): Promise<readonly AnySource[]> {
  const found = new Set<number>();
  for (let numbers = await listSources(runner, 0, BATCH_ROWS); numbers.length > 0; ) {
    const sources = numbers.map(parseSourceNumber);
    for (let after: LootPageStart | null = { source: 0, installN: 0 }; after !== null; ) {
      const page: LootPage = await readLoot(runner, sources, NO_QUESTS, after);
      for (const { source, installs } of page.rows) {
        if (installs.some(({ items }) => items.some((item) => item.itemId === itemId))) found.add(numberSource(source));
      }
      after = page.next;
    }
    numbers = await listSources(runner, numbers.at(-1)!, BATCH_ROWS);
  }
  return [...found].map(parseSourceNumber);
}
